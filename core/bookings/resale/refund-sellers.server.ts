import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { lockPayment } from "../../payments/find-payment.server.ts";
import { refundInFull } from "../../payments/refunds/refund-payment.server.ts";
import { leftCents } from "../cancellation-terms/rules.ts";
import { moneyOf } from "../rules.ts";
import { type Booking, findBookingRow, lockBooking } from "../store.server.ts";

/** Needs the locks of booking and payment: nobody pays for a lost hour (rule: resale). */
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
