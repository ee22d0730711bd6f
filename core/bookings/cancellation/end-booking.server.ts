import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import type { Cents } from "../../money.ts";
import { refundInFull } from "../../payments/refunds/refund-payment.server.ts";
import { DISPUTED_MESSAGE } from "../labels.ts";
import { refundSellers } from "../resale/end-resold.server.ts";
import { HELD_MESSAGE } from "../resale/labels.ts";
import { resaleState } from "../resale/rules.ts";
import { type Canceller, canCancel, isFrozen, nextBookingStep, refundDue } from "../rules.ts";
import { cancelConfirmedBooking } from "../seats/cancel-seats.server.ts";
import { REFUND_OVER } from "../seats/labels.ts";
import { type BookingRow, lockWithPayment } from "../store.server.ts";

/**
 * Leaves permission to the caller and calls no provider (rules: refund-notice, cancellation).
 * @throws AppError `conflict` when it is too late, or while somebody is paying for the seats.
 */
export function endBooking(
  ctx: Context,
  { id: bookingId }: Pick<BookingRow, "id">,
  by: Canceller,
  how: {
    /** In cents: compared, never believed. */
    shownCents?: number;
    /** For work that waited in a queue; now when left out. */
    decidedAt?: Date | undefined;
    letterId?: string | undefined;
    /** One that has moved to another slot meanwhile stands. */
    slotId?: string;
    /** Runs in the same transaction, after everything else. */
    also?: (tx: Transaction, owed: { dueCents: Cents }) => Promise<void>;
  },
): Promise<{ refunded: boolean }> {
  const { shownCents = 0, decidedAt = ctx.now(), letterId, slotId, also } = how;
  return ctx.db.transaction(async (tx) => {
    const { payment, row } = await lockWithPayment(tx, bookingId);
    if (slotId !== undefined && row.slotId !== slotId) throw new AppError("conflict");
    if (isFrozen(row, by)) throw new AppError("conflict", { message: DISPUTED_MESSAGE });
    const { allowed, refund } = canCancel(row, by, decidedAt);
    // A client who would get nothing back waits for the buyer who is paying (rule: resale).
    if (by === "client" && !refund && resaleState(row, ctx.now()) === "held") {
      throw new AppError("conflict", { message: HELD_MESSAGE });
    }
    if (!allowed || !nextBookingStep(row.status, "called_off")) throw new AppError("conflict");
    const dueCents = refundDue(row, by, decidedAt);
    if (dueCents < shownCents) throw new AppError("conflict", { message: REFUND_OVER });
    const { commissionRate: rate } = row;
    const refunded = Boolean(refund && payment && (await refundInFull(ctx, tx, payment, by, rate)));
    if (by === "professional") await refundSellers(ctx, tx, row);
    await cancelConfirmedBooking(ctx, tx, row, by, letterId);
    await also?.(tx, { dueCents });
    return { refunded };
  });
}
