import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { refundInFull, refundPart } from "../../payments/refunds/refund-payment.server.ts";
import { stillPaidCents } from "../rules.ts";
import { type Booking, lockWithPayment, updateBooking } from "../store.server.ts";
import { isSellable, resaleRefund } from "./rules.ts";
import { writeSold } from "./store.server.ts";

export { leftOfSellers } from "./store.server.ts";

/**
 * Ends the sold booking and refunds its client; false where it can no longer be sold (rule:
 * resale).
 */
export async function endResold(ctx: Context, tx: Transaction, bought: Booking): Promise<boolean> {
  const { id: holdId, resaleOfId, seats, pricePaidCents } = bought;
  if (resaleOfId === null) return true;
  // The earlier booking after the later one, as everywhere.
  const { payment, row } = await lockWithPayment(tx, resaleOfId);
  if (row.status !== "confirmed" || row.resaleToId !== holdId) {
    // It ended while its seats were being paid for, and left them to this hold.
    await updateBooking(tx, bought, { resaleOfId: null });
    return true;
  }
  if (!payment || !isSellable(row)) return false;
  if (!(await writeSold(tx, { id: resaleOfId, holdId, now: ctx.now() }))) return false;
  const amountCents = resaleRefund({ sold: stillPaidCents(row), bought: pricePaidCents });
  const part = { reason: "resold", amountCents, seats, rate: row.commissionRate } as const;
  const backCents = await refundPart(ctx, tx, payment, part);
  const mail = { reference: row.id, to: row.buyerEmail, data: { bookingId: row.id, backCents } };
  await enqueueMail(ctx, tx, { kind: "resale-sold", ...mail });
  return true;
}

/** Needs the locks of booking and payment: nobody pays for a lost hour (rule: resale). */
export async function refundSellers(
  ctx: Context,
  tx: Transaction,
  { resaleOfId, slotId }: Pick<Booking, "resaleOfId" | "slotId">,
): Promise<void> {
  for (let id = resaleOfId; id !== null; ) {
    const { payment, row } = await lockWithPayment(tx, id);
    if (!payment || row.cancelReason !== "resold" || row.slotId !== slotId) return;
    const backCents = stillPaidCents(row);
    const isOwed = await refundInFull(ctx, tx, payment, "professional", row.commissionRate);
    if (isOwed && backCents > 0) {
      const mail = { reference: id, to: row.buyerEmail, data: { bookingId: id, backCents } };
      await enqueueMail(ctx, tx, { kind: "resale-rest-refunded", ...mail });
    }
    id = row.resaleOfId;
  }
}
