import type { Transaction } from "#platform/postgres.server.ts";
import { returnSeat, takeSeat } from "../catalogue/take-seat.server.ts";
import type { Context } from "../context.server.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import type { Payment } from "../payments/find-payment.server.ts";
import { requestRefund } from "../payments/request-refund.server.ts";
import type { PaymentNews } from "../payments/schema.ts";
import { takeNews } from "../payments/take-news.server.ts";
import { confirmBooking } from "./confirm-booking.server.ts";
import { type CancelReason, nextBookingStep } from "./rules.ts";
import { type Booking, findLiveBooking, lockBooking, updateBooking } from "./store.server.ts";

/**
 * Brings a booking in line with its payment, in one transaction with the payment itself. Whoever
 * brings the news, webhook, result page or reconciler, and however often: what is no news changes
 * nothing (R17).
 */
export async function settleBooking(ctx: Context, news: PaymentNews): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const payment = await takeNews(ctx, tx, news);
    if (!payment) return;
    const booking = await lockBooking(tx, payment.reference);
    switch (payment.status) {
      case "paid":
        return settlePaid(ctx, tx, payment, booking);
      case "expired":
        return release(ctx, tx, booking, news.event === "ended" ? news.reason : "failed");
      case "review":
        return settleReview(ctx, tx, booking);
      case "refunded":
        return settleRefunded(ctx, tx, booking);
    }
  });
}

async function settlePaid(
  ctx: Context,
  tx: Transaction,
  payment: Payment,
  booking: Booking,
): Promise<void> {
  const step = nextBookingStep(booking.status, "paid");
  if (step?.seat === "keep" || (step?.seat === "retake" && (await retakeSeat(ctx, tx, booking)))) {
    return confirmBooking(ctx, tx, booking);
  }
  await updateBooking(tx, booking, { paymentStatus: "paid", cancelReason: "late" });
  await requestRefund(ctx, tx, payment, "late");
  await enqueueMail(ctx, tx, {
    kind: "late-paid-refunded",
    reference: booking.id,
    to: booking.buyerEmail,
    data: { bookingId: booking.id },
  });
}

/** Paid after the hold was given up: takes a seat again if one is free and nothing else forbids it. */
async function retakeSeat(ctx: Context, tx: Transaction, booking: Booking): Promise<boolean> {
  if (await findLiveBooking(tx, booking)) return false;
  const { seat } = await takeSeat(tx, {
    kind: booking.kind,
    slotId: booking.slotId,
    buyerUserId: booking.clientId,
    now: ctx.now(),
  });
  return seat !== null;
}

/** Gives the seat of a hold back, exactly once. */
async function release(
  ctx: Context,
  tx: Transaction,
  booking: Booking,
  reason: CancelReason,
): Promise<void> {
  if (!nextBookingStep(booking.status, "released")) return;
  await updateBooking(tx, booking, {
    status: "cancelled",
    paymentStatus: "unpaid",
    cancelReason: reason,
    cancelledAt: ctx.now(),
    holdAddress: null,
  });
  await returnSeat(tx, { kind: booking.kind, slotId: booking.slotId, now: ctx.now() });
}

/** Money that nobody should believe in, or a refund that came back: an operator has to look. */
async function settleReview(ctx: Context, tx: Transaction, booking: Booking): Promise<void> {
  await release(ctx, tx, booking, "review");
  if (booking.paymentStatus === "refunded") {
    await updateBooking(tx, booking, { paymentStatus: "paid" });
  }
}

async function settleRefunded(ctx: Context, tx: Transaction, booking: Booking): Promise<void> {
  await release(ctx, tx, booking, "failed");
  if (booking.status === "confirmed") {
    // A gesture at the provider's dashboard calls nothing off: the seat stays the client's.
    return ctx.log.warn({ bookingId: booking.id }, "a standing booking was refunded by hand");
  }
  await updateBooking(tx, booking, { paymentStatus: "refunded" });
}
