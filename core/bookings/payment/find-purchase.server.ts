import type { Context } from "../../context.server.ts";
import { settlePayment } from "../../payments/checkouts/settle-payment.server.ts";
import { findPayment } from "../../payments/find-payment.server.ts";
import { isProcessing } from "../../payments/rules.ts";
import { bookingIdOf } from "../rules.ts";
import { type Booking, findBooking } from "../store.server.ts";
import { applyPayment } from "./apply-payment.server.ts";

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
