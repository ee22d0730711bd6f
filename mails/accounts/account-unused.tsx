import { formatDate } from "#core/dates.ts";
import { readUnusedMail } from "#core/privacy/deletion/request-account-deletion.server.ts";
import { UNUSED_MONTHS } from "#core/privacy/deletion/rules.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

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
