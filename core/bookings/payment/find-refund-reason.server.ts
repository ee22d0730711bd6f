import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { isSameMailbox } from "../../mailbox.ts";
import { findPayment } from "../../payments/find-payment.server.ts";
import { isProcessing } from "../../payments/rules.ts";
import { endResold } from "../resale/end-resold.server.ts";
import { nextBookingStep, type REFUNDED_AT_ONCE } from "../rules.ts";
import { returnHeldSeats, takeSeats } from "../seats/take-seats.server.ts";
import { type Booking, findBookingRow, findLiveOfAccount, updateBooking } from "../store.server.ts";

/** Rolls back: the buyer's other payment for the slot has to end at the provider first. */
export class PaidTwice extends Error {
  readonly otherPaymentId: string;

  constructor(otherPaymentId: string) {
    super(`payment ${otherPaymentId} is for the same slot and buyer`);
    this.otherPaymentId = otherPaymentId;
  }
}

/**
 * Null when nothing speaks against the payer; a guest's e-mail is judged only now.
 * @throws PaidTwice when the buyer's other payment has to end first.
 */
export async function findRefundReason(
  ctx: Context,
  tx: Transaction,
  booking: Booking,
): Promise<(typeof REFUNDED_AT_ONCE)[number] | null> {
  const canPay = nextBookingStep(booking.status, "paid") !== null;
  const row = canPay ? await findBookingRow(tx, booking.id) : null;
  // Meanwhile the slot may have begun, or its professional may have closed it.
  if (!row?.isSlotActive || row.start <= ctx.now()) return "late";
  const { clientId, buyerEmail } = booking;
  if (clientId === null && isSameMailbox(row.professionalEmail, buyerEmail)) return "own";
  const other = await findLiveOfAccount(tx, booking, buyerEmail);
  // A client who has begun anew keeps the newer one.
  if (other && clientId !== null) return "late";
  if (other?.status === "confirmed") return "duplicate";
  const held = other && (await findPayment(tx, { reference: other.id }));
  // A payment that a bank is deciding cannot be ended, so the seat is its.
  if (held && isProcessing(held)) return "duplicate";
  if (held) throw new PaidTwice(held.id);
  return null;
}

/**
 * Those that the hold kept or, if it is over, free ones or those `forSale`; false: the payment is
 * late.
 */
export async function takePaidSeats(
  ctx: Context,
  tx: Transaction,
  booking: Booking,
  forSale: readonly string[],
): Promise<boolean> {
  const isOver = booking.status === "cancelled";
  const kept = isOver ? await retakeSeats(ctx, tx, booking, forSale) : booking;
  if (!kept) return false;
  if (await endResold(ctx, tx, kept)) return true;
  if (isOver) await returnHeldSeats(tx, kept, ctx.now());
  return false;
}

/** Retakes free or resold seats for a late payment; null without one (rule: late-payment). */
async function retakeSeats(
  ctx: Context,
  tx: Transaction,
  booking: Booking,
  among: readonly string[],
): Promise<Booking | null> {
  const { id, kind, slotId, seats, clientId: buyerUserId } = booking;
  const resale = { holdId: id, among };
  const taken = await takeSeats(tx, { kind, slotId, seats, buyerUserId, now: ctx.now(), resale });
  if (!taken.seat) return null;
  const resaleOfId = taken.of?.id ?? null;
  await updateBooking(tx, booking, { resaleOfId });
  return { ...booking, resaleOfId };
}
