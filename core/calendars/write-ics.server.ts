import { createEvents } from "ics";

export interface CalendarEvent {
  uid: string;
  title: string;
  start: Date;
  end: Date;
  changedAt: Date;
  /** Grows with every change, so that calendar programs keep the newest version. */
  sequence: number;
  description?: string;
  url?: string;
}

/**
 * Writes events as an iCalendar file (RFC 5545). Times are in UTC, which every program converts to
 * its own time zone. They are passed in milliseconds, because the library would read the parts of a
 * date in the machine's time zone.
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
