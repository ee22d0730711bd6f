import { createEvents, type EventAttributes } from "ics";

export interface CalendarEvent {
  uid: string;
  title: string;
  start: Date;
  end: Date;
  changedAt?: Date;
  /** Grows with every change, so programs keep the newest. */
  sequence: number;
  description?: string;
  location?: string;
  url?: string;
}

/** Writes RFC 5545 in UTC from milliseconds, since the library reads dates in local time. */
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

/** Folds at 75 octets, where the library counts letters. */
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
