import { z } from "zod";
import * as addresses from "#site/addresses.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { settlePayment } from "../../payments/checkouts/settle-payment.server.ts";
import { findPayment } from "../../payments/find-payment.server.ts";
import { isProcessing } from "../../payments/rules.ts";
import { checkoutIdInput } from "../../payments/schema.ts";
import { bookingIdOf } from "../rules.ts";
import { type Booking, findBooking, findBookingRow } from "../store.server.ts";
import { applyPayment } from "./apply-payment.server.ts";
import { type PurchaseOutcome, purchaseOutcome } from "./rules.ts";

export interface Purchase {
  booking: Booking;
  /** Null for a free booking. */
  paymentId: string | null;
}

/** Null when the `session_id` is not ours. */
export async function findPurchase(ctx: Context, checkoutId: string): Promise<Purchase | null> {
  const freeBookingId = bookingIdOf(checkoutId);
  if (freeBookingId !== null) {
    const booking = await findBooking(ctx.db, freeBookingId);
    return booking?.pricePaidCents === 0 ? { booking, paymentId: null } : null;
  }
  const payment = await findPayment(ctx.db, { checkoutSessionId: checkoutId });
  const booking = payment && (await findBooking(ctx.db, payment.reference));
  return booking ? { booking, paymentId: payment.id } : null;
}

/**
 * Asks the provider, settles, and returns the booking as it is then.
 * @throws AppError `provider_unavailable`.
 */
export async function settlePurchase(
  ctx: Context,
  purchase: Purchase,
): Promise<Booking & { isProcessing: boolean }> {
  const { paymentId } = purchase;
  if (paymentId) await settlePayment(ctx, { paymentId }, applyPayment);
  const payment = paymentId ? await findPayment(ctx.db, { id: paymentId }) : null;
  const booking = await findBooking(ctx.db, purchase.booking.id);
  if (!booking) throw new Error(`booking ${purchase.booking.id} is gone`);
  return { ...booking, isProcessing: payment !== null && isProcessing(payment) };
}

const verifyInput = z.object({ sessionId: checkoutIdInput });

/**
 * Asks and settles like the webhook (rule: payment-truth).
 * @throws AppError `not_found`, `unauthenticated`, `provider_unavailable`.
 */
export async function verifyPayment(
  ctx: Context,
  input: z.input<typeof verifyInput>,
): Promise<{ bookingId: string; bookingConfirmed: boolean; outcome: PurchaseOutcome }> {
  const actor = requireActor(ctx);
  const { sessionId } = parseInput(verifyInput, input);
  const purchase = await findPurchase(ctx, sessionId);
  if (purchase?.booking.clientId !== actor.userId) throw new AppError("not_found");
  const outcome = purchaseOutcome(await settlePurchase(ctx, purchase));
  return { bookingId: purchase.booking.id, bookingConfirmed: outcome === "confirmed", outcome };
}

const input = z.object({ sessionId: checkoutIdInput });

/** Reveals nothing about the buyer; null if nothing is left to book. */
export async function findCheckoutOffering(
  ctx: Context,
  raw: z.input<typeof input>,
): Promise<string | null> {
  const asked = input.safeParse(raw);
  const purchase = asked.success ? await findPurchase(ctx, asked.data.sessionId) : null;
  const row = purchase && (await findBookingRow(ctx.db, purchase.booking.id));
  return row && row.deletedAt === null ? addresses.offering(row.kind, row.offeringId) : null;
}
