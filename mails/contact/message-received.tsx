import { type MessageMail, readMessageMail } from "#core/contact/close-message.server.ts";
import { formatLongDate, formatTime } from "#core/dates.ts";
import { MailFacts, MailLines, MailNote, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

const TITLES: Record<MessageMail["kind"], string> = {
  contact: "Message du formulaire de contact",
  gift_card: "Demande de carte cadeau entreprise",
  withdrawal: "Rétractation d'un contrat",
};

/** Sent to the operator, with replies to the author. */
export const messageReceived = defineMail("message-received", {
  read: readMessageMail,
  subject: ({ kind, subject, name }) => `${subject ?? TITLES[kind]} : ${name}`,
  preview: ({ message }) => message.slice(0, 140),
  replyTo: ({ name, email }) => ({ name, address: email }),
  Body: ({ id, kind, name, email, subject, message, receivedAt }) => (
    <>
      <MailTitle>{TITLES[kind]}</MailTitle>
      <MailFacts
        facts={[
          ["Nom", name],
          ["E-mail", email],
          ...(subject ? ([["Sujet", subject]] as const) : []),
          ["Reçu le", `${formatLongDate(receivedAt)} à ${formatTime(receivedAt)}`],
          ["Référence", id],
        ]}
      />
      <MailLines text={message} />
      <MailNote>Répondez à cet e-mail : votre réponse va à {name}.</MailNote>
    </>
  ),
});
