import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import type { Cents } from "../../money.ts";
import { enqueueMails } from "../../notifications/enqueue-mail.server.ts";
import { refundInFull } from "../../payments/refunds/refund-payment.server.ts";
import { insertChange } from "../changes/store.server.ts";
import { stillPaidCents } from "../rules.ts";
import { returnBookedSeats } from "../seats/take-seats.server.ts";
import { type Booking, type BookingRow, lockWithPayment, updateBooking } from "../store.server.ts";

export async function mailMove(
  ctx: Context,
  tx: Transaction,
  { buyerEmail, professionalEmail }: Pick<BookingRow, "buyerEmail" | "professionalEmail">,
  moved: {
    bookingId: string;
    changeId: string;
    backCents: Cents;
  },
): Promise<void> {
  const mail = { reference: moved.changeId, data: moved };
  await enqueueMails(ctx, tx, [
    { kind: "booking-moved-client", to: buyerEmail, ...mail },
    { kind: "booking-moved-professional", to: professionalEmail, ...mail },
  ]);
}

/** Leaves alone what has ended or begun; runs in the caller's transaction (rule: own-move). */
export async function endReplaced(ctx: Context, tx: Transaction, paid: Booking): Promise<void> {
  if (paid.replacesId === null) return;
  const { payment, row } = await lockWithPayment(tx, paid.replacesId);
  const { smsNumber, smsAgreedAt, sold: was } = row;
  if (smsNumber) await updateBooking(tx, paid, { smsNumber, smsAgreedAt });
  const now = ctx.now();
  if (row.status !== "confirmed" || row.start <= now) return;
  const backCents = stillPaidCents(row);
  if (payment) await refundInFull(ctx, tx, payment, "moved", row.commissionRate);
  await updateBooking(tx, row, { status: "cancelled", cancelReason: "moved", cancelledAt: now });
  const { id: bookingId, sold: isNow } = paid;
  const changeId = newId();
  await insertChange(tx, { id: changeId, bookingId, was, isNow, createdAt: now });
  await mailMove(ctx, tx, row, { bookingId, changeId, backCents });
  await returnBookedSeats(tx, row, now);
}
