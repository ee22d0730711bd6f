import { createEvents, type DateArray } from "ics";

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
 * of the clocks can move them.
 */
export function writeEvents(name: string, events: readonly CalendarEvent[]): string {
  const { error, value } = createEvents(
    events.map(({ start, end, changedAt, ...event }) => ({
      ...event,
      productId: "parenthese",
      timestamp: changedAt.getTime(),
      lastModified: utc(changedAt),
      start: utc(start),
      startInputType: "utc" as const,
      startOutputType: "utc" as const,
      end: utc(end),
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

function utc(instant: Date): DateArray {
  return [
    instant.getUTCFullYear(),
    instant.getUTCMonth() + 1,
    instant.getUTCDate(),
    instant.getUTCHours(),
    instant.getUTCMinutes(),
  ];
}
