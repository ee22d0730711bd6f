import type { CaseOutcome, ToldDecision } from "#core/moderation/cases/schema.ts";
import { readAnswerMail } from "#core/reviews/reports/read-decision-mail.server.ts";
import { CaseStatement } from "../moderation/case-statement.tsx";
import { MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

const PREVIEWS: Partial<Record<CaseOutcome, string>> = {
  refused: "L'avis est retiré.",
  reply_removed: "La réponse du professionnel est retirée.",
};

function said({ outcome, professional }: ToldDecision): string {
  if (outcome === "refused") {
    return `L'avis sur ${professional} que vous avez signalé n'est plus publié.`;
  }
  return outcome === "reply_removed"
    ? `La réponse à l'avis sur ${professional} que vous avez signalé est retirée. L'avis reste publié.`
    : `L'avis sur ${professional} que vous avez signalé reste publié, avec sa réponse s'il en a une.`;
}

/** Règlement (UE) 2022/2065, article 16. */
export const reportDecided = defineMail("report-decided", {
  read: readAnswerMail,
  subject: ({ professional }) => `Votre signalement : avis sur ${professional}`,
  preview: ({ outcome }) => PREVIEWS[outcome] ?? "L'avis reste publié.",
  Body: (decision) => (
    <>
      <MailTitle>Nous avons examiné votre signalement</MailTitle>
      <MailText>{said(decision)}</MailText>
      <CaseStatement {...decision} />
    </>
  ),
});
