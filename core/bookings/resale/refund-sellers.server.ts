import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { lockPayment } from "../../payments/find-payment.server.ts";
import { refundInFull } from "../../payments/refunds/refund-payment.server.ts";
import { leftCents } from "../cancellation-terms/rules.ts";
import { moneyOf } from "../rules.ts";
import { type Booking, findBookingRow, lockBooking } from "../store.server.ts";

/**
 * Owes the former clients of a booking's seats the rest of their price, because its professional
 * has cancelled it: nobody pays for an hour that does not take place (rule: resale). One that has
 * moved since is another hour, which was never theirs. Runs in the caller's transaction, under the
 * locks of the booking and its payment.
 */
export async function refundSellers(
  ctx: Context,
  tx: Transaction,
  { resaleOfId, slotId }: Pick<Booking, "resaleOfId" | "slotId">,
): Promise<void> {
  for (let id = resaleOfId; id !== null; ) {
    const payment = await lockPayment(tx, id);
    const booking = await lockBooking(tx, id);
    const row = await findBookingRow(tx, id);
    if (!row || !payment || booking.cancelReason !== "resold" || booking.slotId !== slotId) return;
    const backCents = leftCents({ ...row, ...moneyOf(row) });
    const isOwed = await refundInFull(ctx, tx, payment, "professional", booking.commissionRate);
    if (isOwed && backCents > 0) {
      const mail = { reference: id, to: row.buyerEmail, data: { bookingId: id, backCents } };
      await enqueueMail(ctx, tx, { kind: "resale-rest-refunded", ...mail });
    }
    id = booking.resaleOfId;
  }
}
