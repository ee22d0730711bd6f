import { createEvents, type EventAttributes } from "ics";

export interface CalendarEvent {
  uid: string;
  title: string;
  start: Date;
  end: Date;
  changedAt?: Date;
  /** Grows with every change, so that calendar programs keep the newest version. */
  sequence: number;
  description?: string;
  location?: string;
  url?: string;
}

/**
 * Writes events as an iCalendar file (RFC 5545). Times are in UTC, which every program converts to
 * its own time zone. They are passed in milliseconds, because the library would read the parts of a
 * date in the machine's time zone.
 *
 * @param isCancelled whether the file takes the events out of the calendar that has them.
 */
export function writeIcs(
  events: readonly CalendarEvent[],
  { name, isCancelled = false }: { name?: string; isCancelled?: boolean } = {},
): string {
  const { error, value } = createEvents(
    events.map(
      ({ start, end, changedAt, ...event }): EventAttributes => ({
        ...event,
        ...(changedAt && { timestamp: changedAt.getTime(), lastModified: changedAt.getTime() }),
        start: start.getTime(),
        startInputType: "utc",
        startOutputType: "utc",
        end: end.getTime(),
        endInputType: "utc",
        endOutputType: "utc",
        status: isCancelled ? "CANCELLED" : "CONFIRMED",
        busyStatus: isCancelled ? "FREE" : "BUSY",
      }),
    ),
    {
      productId: "parenthese",
      method: isCancelled ? "CANCEL" : "PUBLISH",
      ...(name !== undefined && { calName: name }),
    },
  );
  if (error || !value) throw new Error("the calendar could not be made", { cause: error });
  return value.replaceAll("\r\n\t", "").split("\r\n").map(foldLine).join("\r\n");
}

/** Lines have 75 octets at the most, and the library counts letters. */
function foldLine(line: string): string {
  let folded = "";
  let octets = 0;
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    if (octets + size > 75) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += letter;
    octets += size;
  }
  return folded;
}
