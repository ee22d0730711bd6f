import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { lockPayment } from "../../payments/find-payment.server.ts";
import { refundInFull } from "../../payments/refunds/refund-payment.server.ts";
import { leftCents } from "../cancellation-terms/rules.ts";
import { insertChange, readFacts } from "../changes/store.server.ts";
import { leaveSlot } from "../resale/leave-slot.server.ts";
import { moneyOf } from "../rules.ts";
import { type Booking, findBookingRow, lockBooking, updateBooking } from "../store.server.ts";
import { mailMove } from "./mail-move.server.ts";

/**
 * Ends the booking that a paid one replaces, in the caller's transaction: its seats are free again
 * and its payment is owed in full (rule: own-move). One that was cancelled while the new one was
 * being paid has had its refund, and one that has begun stands.
 */
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
  const was = booking.sold ?? (await readFacts(tx, booking.slotId));
  const isNow = paid.sold ?? (await readFacts(tx, paid.slotId));
  const changeId = newId();
  await insertChange(tx, { id: changeId, bookingId: paid.id, was, isNow, createdAt: now });
  await mailMove(ctx, tx, row, { bookingId: paid.id, changeId, backCents });
  await leaveSlot(tx, booking, now);
}
