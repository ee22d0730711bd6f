import { REFUND_NOTICE_HOURS } from "#core/bookings/rules.ts";
import {
  type MessageMail,
  readAnswerMail,
  readMessageMail,
} from "#core/contact/close-message.server.ts";
import { WITHDRAWAL_REFUND_DAYS } from "#core/contact/rules.ts";
import { formatLongDate, formatTime } from "#core/dates.ts";
import { readLetterMail } from "#core/records/letters/write-letter.server.ts";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { MailFacts, MailLines, MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

const TITLES: Record<MessageMail["kind"], string> = {
  contact: "Message du formulaire de contact",
  gift_card: "Demande de carte cadeau entreprise",
  withdrawal: "Rétractation d'un contrat",
};

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
          subject && ["Sujet", subject],
          ["Reçu le", `${formatLongDate(receivedAt)} à ${formatTime(receivedAt)}`],
          ["Référence", id],
        ]}
      />
      <MailLines text={message} />
      <MailNote>Répondez à cet e-mail : votre réponse va à {name}.</MailNote>
    </>
  ),
});

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

export const operatorLetter = defineMail("operator-letter", {
  read: readLetterMail,
  subject: ({ subject }) => subject,
  preview: ({ text }) => text.slice(0, 140),
  replyTo: ({ contactTo }) => contactTo,
  Body: ({ subject, text, subjectMatter }) => (
    <>
      <MailTitle>{subject}</MailTitle>
      <MailLines text={text} />
      {subjectMatter && <MailFacts facts={[["À propos de", subjectMatter]]} />}
      <MailNote>Répondez à cet e-mail pour continuer cet échange.</MailNote>
    </>
  ),
});

const when = (instant: Date) => `${formatLongDate(instant)} à ${formatTime(instant)}`;

/** Confirms declaration and time (code de la consommation, D221-5). */
export const withdrawalReceipt = defineMail("withdrawal-receipt", {
  read: readMessageMail,
  subject: () => "Accusé de réception de votre rétractation",
  preview: ({ receivedAt }) => `Déclaration reçue le ${when(receivedAt)}.`,
  replyTo: ({ contactTo }) => contactTo,
  Body: ({ id, name, email, message, receivedAt, siteUrl }) => (
    <>
      <MailTitle>Nous avons reçu votre rétractation</MailTitle>
      <MailText>
        Votre déclaration nous est parvenue le {when(receivedAt)}, heure de Paris. Conservez cet
        e-mail : il en est la preuve.
      </MailText>
      <MailFacts
        facts={[
          ["Nom", name],
          ["E-mail", email],
          ["Votre déclaration", message],
          ["Référence", id],
        ]}
      />
      <MailText>
        Nous vérifions maintenant si la loi vous ouvre ce droit pour ce contrat, et nous vous
        répondons sous {site.answersWithin}. Si c'est le cas, vous êtes remboursé de la totalité
        sous {WITHDRAWAL_REFUND_DAYS} jours, avec le moyen de paiement que vous avez utilisé.
      </MailText>
      <MailNote>
        Une séance réservée pour une date précise n'ouvre en principe pas ce droit (article L221-28
        du code de la consommation). Vous pouvez toujours l'annuler dans{" "}
        <MailLink href={`${siteUrl}${addresses.ownSessions}`}>Mes Sessions</MailLink> : elle est
        remboursée en entier jusqu'à {REFUND_NOTICE_HOURS} heures avant son début.
      </MailNote>
    </>
  ),
});
