import type { Context } from "../context.server.ts";
import { findOwnBooking, type OwnInput } from "./find-own-booking.server.ts";
import { bookingTexts } from "./labels.ts";
import { canJoin } from "./rules.ts";
import { type CalendarFile, writeCalendarFile } from "./write-calendar-file.server.ts";

/**
 * Leaves the online link to the signed-in client (rule: online-link).
 * @throws AppError `not_found` as `findOwnBooking`.
 */
export async function showCalendarFile(ctx: Context, input: OwnInput): Promise<CalendarFile> {
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
    onlineLink: isClient && canJoin(row) ? row.onlineLink : null,
  });
}
