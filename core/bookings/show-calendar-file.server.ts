import { writeIcs } from "#platform/ical/write-ics.server.ts";
import * as addresses from "#site/addresses.ts";
import type { SlotKind } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import { findOwnBooking, type OwnInput } from "./find-own-booking.server.ts";
import { type BookingTexts, bookingTexts } from "./labels.ts";
import { mayReadOnlineLink } from "./rules.ts";

interface Appointment {
  kind: SlotKind;
  bookingId: string;
  siteUrl: string;
  texts: BookingTexts;
  seats: number;
  start: Date;
  end: Date;
  /** Grows with every change, so that calendars take the last one. */
  sequence: number;
  isCancelled: boolean;
  onlineLink?: string | null;
}

/** A later file replaces the first in any calendar (RFC 5545); a cancelled one removes it. */
export function writeCalendarFile(appointment: Appointment) {
  const { texts, bookingId, siteUrl, seats, onlineLink, isCancelled, start, end } = appointment;
  const event = {
    uid: `${bookingId}@${new URL(siteUrl).hostname}`,
    sequence: appointment.sequence + (isCancelled ? 1 : 0),
    title: texts.title,
    description: `Avec ${texts.professional}.${seats > 1 ? ` ${seats} places.` : ""} Votre réservation : ${siteUrl}${addresses.ownSessions}`,
    location: texts.place,
    ...(onlineLink && { url: onlineLink }),
    ...{ start, end },
  };
  return {
    filename: appointment.kind === "session" ? "seance.ics" : "activite.ics",
    content: writeIcs([event], { isCancelled }),
    contentType: `text/calendar; charset=utf-8; method=${isCancelled ? "CANCEL" : "PUBLISH"}`,
  };
}

/**
 * With the online link for the signed-in client alone (rule: online-link).
 * @throws AppError `not_found` as `findOwnBooking`.
 */
export async function showCalendarFile(ctx: Context, input: OwnInput) {
  const { row, isClient } = await findOwnBooking(ctx, input, { orCancelled: true });
  return writeCalendarFile({
    kind: row.kind,
    bookingId: row.id,
    siteUrl: ctx.config.appUrl,
    texts: bookingTexts(row),
    seats: row.seats,
    start: row.start,
    end: row.end,
    sequence: row.calendarSequence,
    isCancelled: row.status === "cancelled",
    onlineLink: isClient && mayReadOnlineLink(row) ? row.onlineLink : null,
  });
}
