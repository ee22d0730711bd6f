import { readAnswerMail } from "#core/contact/close-message.server.ts";
import { MailFacts, MailLines, MailNote, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const messageAnswered = defineMail("message-answered", {
  read: readAnswerMail,
  subject: ({ about }) => `Re : ${about}`,
  preview: ({ answer }) => answer.slice(0, 140),
  replyTo: ({ contactTo }) => contactTo,
  Body: ({ message, answer }) => (
    <>
      <MailTitle>Notre réponse</MailTitle>
      <MailLines text={answer} />
      <MailFacts facts={[["Vous aviez écrit", message]]} />
      <MailNote>Répondez à cet e-mail pour continuer cet échange.</MailNote>
    </>
  ),
});
