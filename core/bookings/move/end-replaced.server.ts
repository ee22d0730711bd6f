import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import type { Cents } from "../../money.ts";
import { enqueueMails } from "../../notifications/enqueue-mail.server.ts";
import { lockPayment } from "../../payments/find-payment.server.ts";
import { refundInFull } from "../../payments/refunds/refund-payment.server.ts";
import { leftCents } from "../cancellation-terms/rules.ts";
import { insertChange } from "../changes/store.server.ts";
import { moneyOf } from "../rules.ts";
import { leaveSeats } from "../seats/take-seats.server.ts";
import {
  type Booking,
  type BookingRow,
  findBookingRow,
  lockBooking,
  updateBooking,
} from "../store.server.ts";

export async function mailMove(
  ctx: Context,
  tx: Transaction,
  { buyerEmail, professionalEmail }: Pick<BookingRow, "buyerEmail" | "professionalEmail">,
  moved: {
    bookingId: string;
    changeId: string;
    /** In cents. */
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
  const payment = await lockPayment(tx, paid.replacesId);
  const booking = await lockBooking(tx, paid.replacesId);
  const { smsNumber, smsAgreedAt } = booking;
  // It was given for the appointment, whichever its hour.
  if (smsNumber) await updateBooking(tx, paid, { smsNumber, smsAgreedAt });
  const row = await findBookingRow(tx, booking.id);
  const now = ctx.now();
  if (row?.status !== "confirmed" || row.start <= now) return;
  const backCents = leftCents({ ...row, ...moneyOf(row) });
  if (payment) await refundInFull(ctx, tx, payment, "moved", booking.commissionRate);
  await updateBooking(tx, booking, {
    ...{ status: "cancelled", cancelReason: "moved", cancelledAt: now },
  });
  const { sold: was } = booking;
  const { sold: isNow } = paid;
  const changeId = newId();
  await insertChange(tx, { id: changeId, bookingId: paid.id, was, isNow, createdAt: now });
  await mailMove(ctx, tx, row, { bookingId: paid.id, changeId, backCents });
  await leaveSeats(tx, booking, now);
}
