import type { MessageMail } from "#core/contact/read-message-mail.server.ts";
import { formatLongDate, formatTime } from "#core/dates.ts";
import { MailFacts, MailNote, MailText, MailTitle } from "../parts.tsx";
import type { MailTemplate } from "../template.tsx";

const TITLES: Record<MessageMail["kind"], string> = {
  contact: "Message du formulaire de contact",
  gift_card: "Demande de carte cadeau entreprise",
  withdrawal: "Rétractation d'un contrat",
};

/** Goes to the operator. An answer goes to the person who wrote. */
export const messageReceived: MailTemplate<MessageMail> = {
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
      {message.split(/\n{2,}/).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text that never changes
        <MailText key={index}>
          {paragraph.split("\n").map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same
            <span key={at}>
              {at > 0 && <br />}
              {line}
            </span>
          ))}
        </MailText>
      ))}
      <MailNote>Répondez à cet e-mail : votre réponse va à {name}.</MailNote>
    </>
  ),
};
