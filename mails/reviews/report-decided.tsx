import type { AnswerMail } from "#core/reviews/reports/read-decision-mail.server.ts";
import { MailFacts, MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import type { MailTemplate } from "../template.tsx";

/** Tells who has reported a review how it ended (règlement (UE) 2022/2065, article 16). */
export const reportDecided: MailTemplate<AnswerMail> = {
  subject: ({ professional }) => `Votre signalement : avis sur ${professional}`,
  preview: ({ outcome }) => (outcome === "refused" ? "L'avis est retiré." : "L'avis reste publié."),
  Body: ({ professional, outcome, answer, contactUrl }) => (
    <>
      <MailTitle>Nous avons examiné votre signalement</MailTitle>
      <MailText>
        {outcome === "refused"
          ? `L'avis sur ${professional} que vous avez signalé n'est plus publié.`
          : `L'avis sur ${professional} que vous avez signalé reste publié.`}
      </MailText>
      <MailFacts facts={[["Pourquoi", answer]]} />
      <MailNote>
        Vous n'êtes pas d'accord ? <MailLink href={contactUrl}>Écrivez-nous</MailLink> : nous
        regardons de nouveau.
      </MailNote>
    </>
  ),
};
