import { formatDate, formatLongDate, formatTime } from "#core/dates.ts";
import { readUnusedMail } from "#core/privacy/deletion/close-accounts.server.ts";
import {
  readDeletedMail,
  readDeletionRequestMail,
} from "#core/privacy/deletion/request-account-deletion.server.ts";
import { UNUSED_MONTHS } from "#core/privacy/rules.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const deletionRequested = defineMail("deletion-requested", {
  read: readDeletionRequestMail,
  subject: () => "Votre demande de suppression est enregistrée",
  preview: ({ dueAt }) => `Vous pouvez la retirer jusqu'au ${formatDate(dueAt)}.`,
  Body: ({ at, dueAt, siteUrl }) => (
    <>
      <MailTitle>Votre demande est enregistrée</MailTitle>
      <MailText>
        La suppression de votre compte professionnel a été demandée le {formatLongDate(at)} à{" "}
        {formatTime(at)}. Votre page publique, vos sessions et vos activités ne sont plus visibles.
      </MailText>
      <MailText>
        Vous changez d'avis ? Retirez la demande dans votre profil jusqu'au {formatDate(dueAt)} :
        tout redevient visible comme avant. Ensuite, le compte est supprimé. Les données que la loi
        nous impose de garder sont conservées pour leur durée légale.
      </MailText>
      <MailButton href={`${siteUrl}${addresses.profile}#zone-de-danger`}>
        Voir ma demande
      </MailButton>
      <MailNote>
        Ce n'était pas vous ? Retirez la demande et{" "}
        <MailLink href={`${siteUrl}${addresses.forgottenPassword}`}>
          changez votre mot de passe
        </MailLink>
        .
      </MailNote>
    </>
  ),
});

export const accountDeleted = defineMail("account-deleted", {
  read: readDeletedMail,
  subject: () => "Votre compte est supprimé",
  preview: () => "C'est le dernier e-mail que nous vous envoyons à ce sujet.",
  Body: ({ at, why, siteUrl }) => (
    <>
      <MailTitle>Votre compte est supprimé</MailTitle>
      <MailText>
        Votre compte Parenthèse a été supprimé le {formatLongDate(at)} à {formatTime(at)}
        {why === "unused" &&
          `, après ${UNUSED_MONTHS.closed} mois sans connexion ni réservation : nous vous l'avions annoncé par e-mail`}
        . Votre profil, vos favoris et vos messages sont effacés, vos connexions fermées. Un
        abonnement payant s'arrête avec lui.
      </MailText>
      <MailText>
        Vos réservations passées sont conservées sans votre identité, comme l'exige la comptabilité.{" "}
        <MailLink href={`${siteUrl}${addresses.privacy}`}>
          Ce que nous gardons, et combien de temps
        </MailLink>
      </MailText>
      <MailNote>
        {why === "unused" ? "Une question ?" : "Vous n'aviez rien demandé ?"}{" "}
        <MailLink href={`${siteUrl}${addresses.contactAbout("compte")}`}>Écrivez-nous</MailLink>
        {why === "unused" ? "." : " : nous vous dirons ce qui s'est passé."}
      </MailNote>
    </>
  ),
});

export const accountUnused = defineMail("account-unused", {
  read: readUnusedMail,
  subject: ({ dueAt }) => `Sans connexion, votre compte sera supprimé le ${formatDate(dueAt)}`,
  preview: () => "Une connexion suffit pour le garder.",
  Body: ({ dueAt, isProfessional, siteUrl }) => (
    <>
      <MailTitle>Voulez-vous garder votre compte ?</MailTitle>
      <MailText>
        Votre compte Parenthèse n'a servi ni à se connecter ni à réserver depuis au moins{" "}
        {UNUSED_MONTHS.told} mois. Nous ne gardons pas les données des comptes qui ne servent plus.
      </MailText>
      <MailText>
        Pour le garder, connectez-vous avant le {formatDate(dueAt)}. Sinon, il sera supprimé : votre
        profil, vos favoris et vos messages seront effacés, et vos réservations passées conservées
        sans votre identité, comme l'exige la comptabilité.
        {isProfessional &&
          " Votre page professionnelle sera fermée. Ce que la loi nous impose de garder sera conservé pour sa durée légale."}
      </MailText>
      <MailButton href={`${siteUrl}${addresses.logIn}?suite=${addresses.profile}`}>
        Garder mon compte
      </MailButton>
      <MailNote>Vous ne souhaitez pas le garder ? Vous n'avez rien à faire.</MailNote>
    </>
  ),
});
