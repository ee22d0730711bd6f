import type { AccountMail } from "#core/accounts/read-account-mail.server.ts";
import { formatLongDate, formatTime } from "#core/dates.ts";
import { MailLink, MailNote, MailText, MailTitle } from "./parts.tsx";
import type { MailTemplate } from "./template.tsx";

export const accountDeleted: MailTemplate<AccountMail> = {
  subject: () => "Votre compte est supprimé",
  preview: () => "C'est le dernier e-mail que nous vous envoyons à ce sujet.",
  Body: ({ at, siteUrl }) => (
    <>
      <MailTitle>Votre compte est supprimé</MailTitle>
      <MailText>
        Votre compte Parenthèse a été supprimé le {formatLongDate(at)} à {formatTime(at)}. Votre
        profil, vos favoris et vos messages sont effacés, vos connexions fermées. Un abonnement
        payant s'arrête avec lui.
      </MailText>
      <MailText>
        Vos réservations passées sont conservées sans votre identité, comme l'exige la comptabilité.{" "}
        <MailLink href={`${siteUrl}/confidentialite`}>
          Ce que nous gardons, et combien de temps
        </MailLink>
      </MailText>
      <MailNote>
        Vous n'aviez rien demandé ?{" "}
        <MailLink href={`${siteUrl}/contact?sujet=compte`}>Écrivez-nous</MailLink> : nous vous
        dirons ce qui s'est passé.
      </MailNote>
    </>
  ),
};
