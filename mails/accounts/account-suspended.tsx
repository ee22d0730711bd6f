import { formatLongDate, formatTime } from "#core/dates.ts";
import type { SuspensionMail } from "#core/privacy/suspension/read-suspension-mail.server.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailText, MailTitle } from "../parts.tsx";
import type { MailTemplate } from "../template.tsx";

export const accountSuspended: MailTemplate<SuspensionMail> = {
  subject: () => "Votre compte est suspendu",
  preview: () => "Pourquoi, et comment nous répondre.",
  Body: ({ at, reason, isProfessional, siteUrl }) => (
    <>
      <MailTitle>Votre compte est suspendu</MailTitle>
      <MailText>
        Votre compte Parenthèse est suspendu depuis le {formatLongDate(at)} à {formatTime(at)}.
        Voici les motifs de cette décision :
      </MailText>
      <MailText>« {reason} »</MailText>
      <MailText>
        {isProfessional
          ? "Vos offres ne sont plus visibles et personne ne peut les réserver. Les réservations déjà prises sont gardées."
          : "Vous ne pouvez plus vous connecter. Vos réservations sont gardées."}
      </MailText>
      <MailText>
        Cette décision vous paraît injuste, ou repose sur une erreur ? Écrivez-nous : quelqu'un la
        relira.
      </MailText>
      <MailButton href={`${siteUrl}${addresses.contactAbout("compte")}`}>
        Contester cette décision
      </MailButton>
    </>
  ),
};
