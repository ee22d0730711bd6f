import type { DecisionMail } from "#core/reviews/reports/read-decision-mail.server.ts";
import { readDecisionMail } from "#core/reviews/reports/read-decision-mail.server.ts";
import { CaseStatement } from "../moderation/case-statement.tsx";
import { MailButton, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

const title = ({ isPublished }: DecisionMail) =>
  isPublished ? "Votre avis est publié" : "Votre avis n'est pas publié";

/** Règlement (UE) 2022/2065, article 17. */
export const reviewDecided = defineMail("review-decided", {
  read: readDecisionMail,
  subject: (view) => `${title(view)} : ${view.professional}`,
  preview: ({ isPublished, refusal }) =>
    isPublished ? "Il est en ligne." : (refusal?.facts.slice(0, 100) ?? ""),
  Body: (view) => (
    <>
      <MailTitle>{title(view)}</MailTitle>
      <MailText>
        {view.isPublished
          ? `Nous avons examiné votre avis sur ${view.professional} : il est en ligne.`
          : `Nous avons examiné votre avis sur ${view.professional} et avons décidé de ne pas le publier. Sa note ne compte pas.`}
      </MailText>
      {view.refusal && <CaseStatement {...view.refusal} />}
      <MailButton href={view.reviewUrl}>Voir mon avis</MailButton>
    </>
  ),
});
