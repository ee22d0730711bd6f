import type { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { clientName } from "../labels.ts";
import type { ActivityBookingView, listBookingsInput } from "../schema.ts";
import type { BookingRow } from "../store.server.ts";
import { readPage, toView } from "./list-bookings.server.ts";

/**
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
  const kinds = { newest: "activity", tab: ["activity"] } as const;
  const { rows, nextCursor } = await readPage(ctx, { professionalId }, kinds, input);
  return { bookings: rows.map((row) => toOwnersView(row, ctx.now())), nextCursor };
}

/** Drops the client's checkout and code. */
function toOwnersView(row: BookingRow, now: Date): ActivityBookingView {
  const { checkoutUrl: _, presenceCode: __, isResalable: ___, ...view } = toView(row, now);
  return {
    ...view,
    onlineLink: row.onlineLink,
    address: row.address,
    postalCode: row.postalCode,
    clientName: clientName(row),
    clientEmail: row.buyerEmail,
    capacity: row.capacity,
    availableSpots: row.availableSpots,
  };
}
