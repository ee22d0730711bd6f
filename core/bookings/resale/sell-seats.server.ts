import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { type Cents, cents } from "../../money.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { lockPayment } from "../../payments/find-payment.server.ts";
import { refundInFull, refundPart } from "../../payments/refunds/refund-payment.server.ts";
import { leftCents } from "../cancellation-terms/rules.ts";
import { moneyOf } from "../rules.ts";
import { type Booking, findBookingRow, lockBooking, updateBooking } from "../store.server.ts";
import { isSellable, resaleRefund } from "./rules.ts";
import { writeSold } from "./store.server.ts";

/**
 * Ends the sold booking in the caller's transaction and refunds its client (rule: resale).
 * @returns false where they can no longer be sold; the buyer is then refunded.
 */
export async function sellSeats(ctx: Context, tx: Transaction, bought: Booking): Promise<boolean> {
  const { id: holdId, resaleOfId, seats, pricePaidCents } = bought;
  if (resaleOfId === null) return true;
  // The earlier booking after the later one, as everywhere.
  const payment = await lockPayment(tx, resaleOfId);
  const booking = await lockBooking(tx, resaleOfId);
  const row = await findBookingRow(tx, resaleOfId);
  const now = ctx.now();
  if (!row || booking.status !== "confirmed" || booking.resaleToId !== holdId) {
    // It ended while its seats were being paid for, and left them to this hold.
    await updateBooking(tx, bought, { resaleOfId: null });
    return true;
  }
  const asked = { ...booking, ...moneyOf(row) };
  if (!payment || !isSellable(asked)) return false;
  if (!(await writeSold(tx, { id: resaleOfId, holdId, now }))) return false;
  const amountCents = resaleRefund(leftCents(asked), pricePaidCents);
  const part = { reason: "resold", amountCents, seats, rate: booking.commissionRate } as const;
  const backCents = await refundPart(ctx, tx, payment, part);
  await tellSeller(ctx, tx, row, backCents);
  return true;
}

function tellSeller(
  ctx: Context,
  tx: Transaction,
  { id, buyerEmail: to }: { id: string; buyerEmail: string },
  backCents: Cents,
): Promise<unknown> {
  const data = { bookingId: id, backCents: cents(backCents) };
  return enqueueMail(ctx, tx, { kind: "resale-sold", reference: id, to, data });
}

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
