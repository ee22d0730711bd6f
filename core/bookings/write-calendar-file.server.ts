import { writeIcs } from "#platform/ical/write-ics.server.ts";
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
  isCancelled: boolean;
  /** The link to join online; only for a reader who may have it (rule: online-link). */
  onlineLink?: string | null;
}

export interface CalendarFile {
  filename: string;
  content: string;
  contentType: string;
}

/**
 * The booking for any calendar (RFC 5545). A second file of the same booking replaces the first, and
 * that of a cancelled one takes it out.
 */
export function writeCalendarFile(appointment: Appointment): CalendarFile {
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
