import { createEvent } from "ics";
import * as addresses from "#site/addresses.ts";
import type { SlotKind } from "../catalogue/schema.ts";
import type { bookingTexts } from "./labels.ts";

/** The data of a calendar entry. */
interface Appointment {
  kind: SlotKind;
  bookingId: string;
  siteUrl: string;
  texts: ReturnType<typeof bookingTexts>;
  seats: number;
  start: Date;
  end: Date;
  /** Grows with every change of the booking, so that calendars take the last one. */
  sequence: number;
  /** The link to join online; only for a reader who may have it (rule: online-link). */
  onlineLink?: string | null;
}

export interface CalendarFile {
  filename: string;
  content: string;
  contentType: string;
}

/**
 * The booking for any calendar (RFC 5545), in UTC, which every calendar shows in its own zone. A
 * second file of the same booking replaces the first.
 */
export function writeCalendarFile(appointment: Appointment): CalendarFile {
  const { texts, bookingId, siteUrl, seats, onlineLink } = appointment;
  const { error, value } = createEvent({
    productId: "parenthese",
    uid: `${bookingId}@${new URL(siteUrl).hostname}`,
    sequence: appointment.sequence,
    title: texts.title,
    description: `Avec ${texts.professional}.${seats > 1 ? ` ${seats} places.` : ""} Votre réservation : ${siteUrl}${addresses.ownSessions}`,
    location: texts.place,
    ...(onlineLink && { url: onlineLink }),
    start: appointment.start.getTime(),
    startInputType: "utc",
    startOutputType: "utc",
    end: appointment.end.getTime(),
    endInputType: "utc",
    endOutputType: "utc",
    status: "CONFIRMED",
    busyStatus: "BUSY",
  });
  if (error || !value) throw new Error("the calendar file could not be made", { cause: error });
  return {
    filename: appointment.kind === "session" ? "seance.ics" : "activite.ics",
    content: value,
    contentType: "text/calendar; charset=utf-8; method=PUBLISH",
  };
}
