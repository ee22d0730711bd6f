import {
  type BookingMessageMail,
  readBookingMessageMail,
} from "#core/bookings/messages/show-booking-messages.server.ts";
import { MailButton, MailFacts, MailLines, MailNote, MailTitle } from "../parts.tsx";
import { defineMail, type MailTemplate } from "../template.tsx";

const template: MailTemplate<BookingMessageMail> = {
  subject: ({ from, title }) => `${from} vous écrit : ${title}`,
  preview: ({ text }) => text.slice(0, 100),
  Body: ({ from, text, title, date, time, answerUrl }) => (
    <>
      <MailTitle>{from} vous écrit</MailTitle>
      <MailLines text={text} />
      <MailFacts
        facts={[
          ["Réservation", title],
          ["Date", date],
          ["Horaire", time],
        ]}
      />
      <MailButton href={answerUrl}>Répondre</MailButton>
      <MailNote>
        Répondez par ce bouton : une réponse à cet e-mail n'arriverait pas. Votre adresse n'est pas
        montrée.
      </MailNote>
    </>
  ),
};

export const messageToClient = defineMail("letter-to-client", {
  read: readBookingMessageMail,
  ...template,
});

export const messageToProfessional = defineMail("letter-to-professional", {
  read: readBookingMessageMail,
  ...template,
});
