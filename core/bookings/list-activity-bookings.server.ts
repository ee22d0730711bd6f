import type { z } from "zod";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { readCursor, writeCursor } from "../cursor.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { clientName } from "./labels.ts";
import { toView } from "./list-bookings.server.ts";
import { type ActivityBookingView, bookingKey, listBookingsInput } from "./schema.ts";
import { type BookingRow, listBookingsByStart, listNewestBookings } from "./store.server.ts";

/**
 * What clients booked of the caller's activities, newest first (S2§7), or one tab of « Mes
 * Activités » (S2§2).
 *
 * @throws AppError `unauthenticated`, `forbidden` without a professional profile, `invalid_input`.
 */
export async function listActivityBookings(
  ctx: Context,
  input: z.input<typeof listBookingsInput> = {},
): Promise<{ bookings: ActivityBookingView[]; nextCursor: string | null }> {
  const { professionalId } = requireActor(ctx);
  if (!professionalId) {
    throw new AppError("forbidden", {
      message: "Vous devez être professionnel pour voir cette page.",
    });
  }
  const { limit, cursor, when } = parseInput(listBookingsInput, input);
  const after = cursor === undefined ? null : readCursor(bookingKey, cursor).id;
  const page = { limit: limit + 1, after };
  const rows = when
    ? await listBookingsByStart(
        ctx.db,
        ["activity"],
        { professionalId },
        { ...page, when, now: ctx.now() },
      )
    : await listNewestBookings(ctx.db, "activity", { professionalId }, page);
  const bookings = rows.slice(0, limit).map(toOwnersView);
  const last = rows.length > limit ? bookings.at(-1) : undefined;
  return { bookings, nextCursor: last ? writeCursor({ id: last.id }) : null };
}

/** The owner knows their own link, and has no business with the client's checkout. */
function toOwnersView(row: BookingRow): ActivityBookingView {
  const { checkoutUrl: _, ...view } = toView(row);
  return {
    ...view,
    onlineLink: row.onlineLink,
    clientName: clientName(row),
    clientEmail: row.buyerEmail,
    capacity: row.capacity,
    availableSpots: row.availableSpots,
  };
}
