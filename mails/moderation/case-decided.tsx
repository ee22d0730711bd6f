import {
  type MessageDecisionMail,
  readMessageDecisionMail,
} from "#core/bookings/reported-messages/report-booking-message.server.ts";
import { formatLongDate } from "#core/dates.ts";
import type { CaseOutcome, ToldDecision } from "#core/moderation/cases/schema.ts";
import { BASIS_WORDS, originWords } from "#core/moderation/labels.ts";
import {
  type DecisionMail,
  type ReplyMail,
  readAnswerMail,
  readDecisionMail,
  readReplyMail,
} from "#core/reviews/reports/read-decision-mail.server.ts";
import { MailButton, MailFacts, MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

/** Règlement (UE) 2022/2065, articles 17, 20 and 21. */
export function CaseStatement(decision: ToldDecision) {
  const { facts, basis, origin, until, contestUrl } = decision;
  return (
    <>
      {decision.answers.length > 0 && <MailText>{afterContest(decision)}</MailText>}
      <MailFacts
        facts={[
          ["Les faits", facts],
          basis && ["Le fondement", BASIS_WORDS[basis]],
          ["Comment nous l'avons su", originWords(origin)],
        ]}
      />
      <MailNote>
        Vous n'êtes pas d'accord ? <MailLink href={contestUrl}>Contestez cette décision</MailLink>,
        sans frais, jusqu'au {formatLongDate(until)}. Vous pouvez aussi saisir le médiateur, un
        organe de règlement extrajudiciaire certifié ou un juge.
      </MailNote>
    </>
  );
}

export const isUpheld = ({ answers, side }: ToldDecision) =>
  side !== "reporter" && answers.includes(side);

function afterContest(decision: ToldDecision): string {
  if (isUpheld(decision)) {
    return "Vous aviez contesté cette décision : nous l'avons relue, et elle est maintenue.";
  }
  return decision.answers.includes(decision.side)
    ? "Vous aviez contesté notre première décision : nous l'avons relue, et voici la seconde."
    : "Notre première décision a été contestée : nous l'avons relue, et voici la seconde.";
}

const reviewTitle = ({ isPublished }: DecisionMail) =>
  isPublished ? "Votre avis est publié" : "Votre avis n'est pas publié";

/** Règlement (UE) 2022/2065, article 17. */
export const reviewDecided = defineMail("review-decided", {
  read: readDecisionMail,
  subject: (view) => `${reviewTitle(view)} : ${view.professional}`,
  preview: ({ isPublished, refusal }) =>
    isPublished ? "Il est en ligne." : (refusal?.facts.slice(0, 100) ?? ""),
  Body: (view) => (
    <>
      <MailTitle>{reviewTitle(view)}</MailTitle>
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

function replyTitle({ removal }: ReplyMail): string {
  if (!removal) return "Votre réponse à un avis est rétablie";
  return `Votre réponse à un avis ${isUpheld(removal) ? "reste" : "est"} retirée`;
}

/** Règlement (UE) 2022/2065, article 17. */
export const replyDecided = defineMail("reply-decided", {
  read: readReplyMail,
  subject: replyTitle,
  preview: ({ removal }) => removal?.facts.slice(0, 100) ?? "Elle est de nouveau en ligne.",
  Body: (view) => (
    <>
      <MailTitle>{replyTitle(view)}</MailTitle>
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

const REPORT_PREVIEWS: Partial<Record<CaseOutcome, string>> = {
  refused: "L'avis est retiré.",
  reply_removed: "La réponse du professionnel est retirée.",
};

function whatBecameOfReview({ outcome, professional }: ToldDecision): string {
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
  preview: ({ outcome }) => REPORT_PREVIEWS[outcome] ?? "L'avis reste publié.",
  Body: (decision) => (
    <>
      <MailTitle>Nous avons examiné votre signalement</MailTitle>
      <MailText>{whatBecameOfReview(decision)}</MailText>
      <CaseStatement {...decision} />
    </>
  ),
});

const isRemoved = ({ decision }: MessageDecisionMail) => decision?.outcome === "removed";

/** Règlement (UE) 2022/2065, article 16. */
export const messageReportDecided = defineMail("message-report-decided", {
  read: readMessageDecisionMail,
  subject: ({ title }) => `Votre signalement : message sur ${title}`,
  preview: (view) => (isRemoved(view) ? "Le message est retiré." : "Le message reste."),
  Body: (view) => (
    <>
      <MailTitle>Nous avons examiné votre signalement</MailTitle>
      <MailText>
        {isRemoved(view)
          ? `Le message que vous avez signalé est retiré (${view.title}, ${view.date}).`
          : `Le message que vous avez signalé reste dans vos messages (${view.title}, ${view.date}).`}
      </MailText>
      {view.decision && <CaseStatement {...view.decision} />}
    </>
  ),
});

function messageTitle({ decision }: MessageDecisionMail): string {
  if (decision?.outcome !== "removed") return "Votre message est de nouveau lisible";
  return `Votre message ${isUpheld(decision) ? "reste" : "est"} retiré`;
}

/** Règlement (UE) 2022/2065, article 17. */
export const messageRemoved = defineMail("message-removed", {
  read: readMessageDecisionMail,
  subject: (view) => `${messageTitle(view)} : ${view.title}`,
  preview: ({ decision }) => decision?.facts.slice(0, 100) ?? "Nous avons relu notre décision.",
  Body: (view) => (
    <>
      <MailTitle>{messageTitle(view)}</MailTitle>
      <MailText>
        {isRemoved(view)
          ? `Un message que vous avez écrit (${view.title}, ${view.date}) a été signalé. Une personne l'a examiné, et a décidé de le retirer. Votre réservation ne change pas.`
          : `Nous avons relu notre décision, que vous aviez contestée : votre message (${view.title}, ${view.date}) est rétabli.`}
      </MailText>
      {view.decision && <CaseStatement {...view.decision} />}
      <MailButton href={view.messagesUrl}>Voir mes messages</MailButton>
    </>
  ),
});
