import { createEvent, type DateArray } from "ics";
import type { BookingMail } from "#core/bookings/read-booking-mail.server.ts";

function utc(instant: Date): DateArray {
  return [
    instant.getUTCFullYear(),
    instant.getUTCMonth() + 1,
    instant.getUTCDate(),
    instant.getUTCHours(),
    instant.getUTCMinutes(),
  ];
}

/** The booking for any calendar (RFC 5545), in UTC, which every calendar shows in its own zone. */
export function calendarFile(view: BookingMail) {
  const { texts, bookingId, siteUrl } = view;
  const { error, value } = createEvent({
    productId: "parenthese",
    uid: `${bookingId}@${new URL(siteUrl).hostname}`,
    title: texts.title,
    description: `Avec ${texts.professional}. Votre réservation : ${siteUrl}/mes-sessions`,
    location: texts.place,
    start: utc(view.start),
    startInputType: "utc",
    startOutputType: "utc",
    end: utc(view.end),
    endInputType: "utc",
    endOutputType: "utc",
    status: "CONFIRMED",
    busyStatus: "BUSY",
  });
  if (error || !value) throw new Error("the calendar file could not be made", { cause: error });
  return {
    filename: "seance.ics",
    content: value,
    contentType: "text/calendar; charset=utf-8; method=PUBLISH",
  };
}
