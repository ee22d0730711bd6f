import { createEvents } from "ics";

export interface CalendarEvent {
  uid: string;
  title: string;
  start: Date;
  end: Date;
  changedAt: Date;
  /** Grows with every change, so that calendars take the last one. */
  sequence: number;
  description?: string;
  url?: string;
}

/**
 * Events for any calendar (RFC 5545), in UTC, which every calendar shows in its own zone: no change
 * of the clocks can move them. Instants are given in milliseconds, which no zone of the machine can
 * change, as it would the parts of a date.
 */
export function writeIcs(name: string, events: readonly CalendarEvent[]): string {
  const { error, value } = createEvents(
    events.map(({ start, end, changedAt, ...event }) => ({
      ...event,
      productId: "parenthese",
      timestamp: changedAt.getTime(),
      lastModified: changedAt.getTime(),
      start: start.getTime(),
      startInputType: "utc" as const,
      startOutputType: "utc" as const,
      end: end.getTime(),
      endInputType: "utc" as const,
      endOutputType: "utc" as const,
      status: "CONFIRMED" as const,
      busyStatus: "BUSY" as const,
    })),
    { productId: "parenthese", calName: name, method: "PUBLISH" },
  );
  if (error || !value) throw new Error("the calendar could not be made", { cause: error });
  return value;
}
