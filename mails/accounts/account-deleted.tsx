import { formatLongDate, formatTime } from "#core/dates.ts";
import { readDeletedMail } from "#core/privacy/deletion/request-account-deletion.server.ts";
import { UNUSED_MONTHS } from "#core/privacy/deletion/rules.ts";
import * as addresses from "#site/addresses.ts";
import { MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

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
