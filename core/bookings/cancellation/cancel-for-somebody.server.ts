import { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { findBookingRow } from "../store.server.ts";
import { endBooking } from "./end-booking.server.ts";

const cancelForInput = z.object({
  bookingId: z.uuid(),
  side: z.enum(["client", "professional"], "Choisissez pour qui la réservation est annulée."),
  /** The refund that the operator was shown, in cents: compared, never believed. */
  refundCents: z.coerce.number().int().min(0).optional(),
  reason: requiredReason,
});

/**
 * Cancels for one side as it would by itself (rules: cancellation, refund-notice).
 * @throws AppError `invalid_input`, `not_found`, `forbidden`, `conflict`.
 */
export async function cancelForSomebody(
  ctx: Context,
  input: z.input<typeof cancelForInput>,
): Promise<{ refunded: boolean }> {
  requireOperator(ctx, "assistance");
  const { bookingId, side, refundCents = 0, reason } = parseInput(cancelForInput, input);
  const row = await findBookingRow(ctx.db, bookingId);
  if (!row) throw new AppError("not_found", { message: "Cette réservation n'existe pas." });
  return endBooking(ctx, row, side, {
    shownCents: refundCents,
    also: (tx, { dueCents }) =>
      recordAct(ctx, tx, {
        ...{ act: "booking_cancelled", object: { kind: "booking", id: bookingId }, reason },
        personId: row.clientId,
        before: { status: "confirmed" },
        after: { status: "cancelled", side, refundCents: dueCents },
      }),
  });
}
