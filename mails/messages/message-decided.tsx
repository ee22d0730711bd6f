import {
  type MessageDecisionMail,
  readMessageDecisionMail,
} from "#core/bookings/reported-messages/report-booking-message.server.ts";
import { CaseStatement, isUpheld } from "../moderation/case-statement.tsx";
import { MailButton, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

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

function titleOf({ decision }: MessageDecisionMail): string {
  if (decision?.outcome !== "removed") return "Votre message est de nouveau lisible";
  return `Votre message ${isUpheld(decision) ? "reste" : "est"} retiré`;
}

/** Règlement (UE) 2022/2065, article 17. */
export const messageRemoved = defineMail("message-removed", {
  read: readMessageDecisionMail,
  subject: (view) => `${titleOf(view)} : ${view.title}`,
  preview: ({ decision }) => decision?.facts.slice(0, 100) ?? "Nous avons relu notre décision.",
  Body: (view) => (
    <>
      <MailTitle>{titleOf(view)}</MailTitle>
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
