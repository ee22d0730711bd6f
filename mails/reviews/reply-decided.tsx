import type { ReplyMail } from "#core/reviews/reports/read-decision-mail.server.ts";
import { readReplyMail } from "#core/reviews/reports/read-decision-mail.server.ts";
import { CaseStatement, isUpheld } from "../moderation/case-statement.tsx";
import { MailButton, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

function title({ removal }: ReplyMail): string {
  if (!removal) return "Votre réponse à un avis est rétablie";
  return `Votre réponse à un avis ${isUpheld(removal) ? "reste" : "est"} retirée`;
}

/** Règlement (UE) 2022/2065, article 17. */
export const replyDecided = defineMail("reply-decided", {
  read: readReplyMail,
  subject: title,
  preview: ({ removal }) => removal?.facts.slice(0, 100) ?? "Elle est de nouveau en ligne.",
  Body: (view) => (
    <>
      <MailTitle>{title(view)}</MailTitle>
      <MailText>
        {view.removal
          ? "Nous avons examiné votre réponse et avons décidé de ne plus la montrer. L'avis lui-même reste ce qu'il est. Vous seul lisez encore votre réponse, parmi vos avis."
          : "Nous avons examiné votre réponse de nouveau : elle paraît sous l'avis."}
      </MailText>
      {view.removal && <CaseStatement {...view.removal} />}
      <MailButton href={view.reviewsUrl}>Voir mes avis</MailButton>
    </>
  ),
});
