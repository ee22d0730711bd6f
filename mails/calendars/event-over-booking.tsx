import { readOverBookings } from "#core/calendars/read-calendar-mail.server.ts";
import { formatEnd, formatLongDay, formatTime } from "#core/dates.ts";
import { ownTimeLabel } from "#core/own-time/labels.ts";
import { MailLink, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const eventOverBooking = defineMail("event-over-booking", {
  read: readOverBookings,
  subject: ({ over }) =>
    over.length === 1
      ? "Un rendez-vous privé tombe sur une séance réservée"
      : "Des rendez-vous privés tombent sur des séances réservées",
  preview: ({ over: [first] }) =>
    first ? `${first.slotTitle}, ${formatLongDay(first.slotStart)}` : "",
  Body: ({ over }) => (
    <>
      <MailTitle>Quelqu'un vous attend à cette heure</MailTitle>
      <MailText>
        Votre agenda privé et vos réservations se croisent. Rien n'est annulé : c'est à vous de
        choisir.
      </MailText>
      {over.map(({ title, start, end, slotTitle, slotStart, slotEnd, url }) => (
        <MailText key={`${url} ${start.toISOString()}`}>
          {title ? `« ${title} »` : "Un rendez-vous"}, {ownTimeLabel({ start, end })}, tombe sur{" "}
          <MailLink href={url}>
            {slotTitle} de {formatTime(slotStart)} à {formatEnd(slotStart, slotEnd)}
          </MailLink>
          .
        </MailText>
      ))}
    </>
  ),
});
