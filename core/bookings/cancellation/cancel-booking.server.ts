import { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { settlePayment } from "../../payments/checkouts/settle-payment.server.ts";
import { findPayment } from "../../payments/find-payment.server.ts";
import { isProcessing } from "../../payments/rules.ts";
import { PROCESSING_CANCEL_MESSAGE } from "../labels.ts";
import { applyPayment } from "../payment/apply-payment.server.ts";
import type { Canceller } from "../rules.ts";
import { findBookingRow } from "../store.server.ts";
import { endBooking } from "./end-booking.server.ts";

const cancelInput = z.object({
  bookingId: z.uuid(),
  /** The refund that the client was shown, in cents: compared, never believed. */
  refundCents: z.coerce.number().int().min(0).optional(),
});

/**
 * Cancels a booking: returns the seat, refunds the client by the rule frozen on the booking, and
 * mails both sides (rules: refund-notice, cancellation). A client's unpaid hold ends with its
 * checkout; while their bank is deciding, nobody can end it.
 *
 * @throws AppError `not_found` for somebody else's booking, `conflict` when it is too late, for the
 * cancellation or for the refund that was shown, and while the bank is deciding.
 */
export async function cancelBooking(
  ctx: Context,
  input: z.input<typeof cancelInput>,
): Promise<{ refunded: boolean }> {
  const actor = requireActor(ctx);
  const { bookingId, refundCents = 0 } = parseInput(cancelInput, input);
  const row = await findBookingRow(ctx.db, bookingId);
  const by: Canceller | null =
    row?.clientId === actor.userId
      ? "client"
      : row?.professionalUserId === actor.userId
        ? "professional"
        : null;
  if (!row || !by) throw new AppError("not_found");
  const payment = await findPayment(ctx.db, { reference: bookingId });
  if (row.status === "pending" && by === "client" && payment) {
    await settlePayment(ctx, { paymentId: payment.id, abandon: true }, applyPayment);
    const after = await findPayment(ctx.db, { id: payment.id });
    if (after && isProcessing(after)) {
      throw new AppError("conflict", { message: PROCESSING_CANCEL_MESSAGE });
    }
    return { refunded: false };
  }
  return endBooking(ctx, row, by, { shownCents: refundCents });
}
