import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { enqueueMail, enqueueMails, wasMailed } from "../../notifications/enqueue-mail.server.ts";
import { type Applied, applyUpdate } from "../../payments/apply-update.server.ts";
import type { Payment } from "../../payments/find-payment.server.ts";
import { refundInFull } from "../../payments/refunds/refund-payment.server.ts";
import type { PaymentUpdate } from "../../payments/schema.ts";
import { confirmBooking } from "../confirm-booking.server.ts";
import { releaseHold } from "../holds/release-hold.server.ts";
import { queueMailbox } from "../holds/store.server.ts";
import { type CancelReason, NEVER_PAID, nextBookingStep, REFUNDED_AT_ONCE } from "../rules.ts";
import { cancelConfirmedBooking } from "../seats/cancel-seats.server.ts";
import {
  type Booking,
  findBooking,
  findBookingRow,
  findProfessionalEmail,
  lockBooking,
  lockEarlier,
  updateBooking,
} from "../store.server.ts";
import { findRefundReason, PaidTwice, takePaidSeats } from "./find-refund-reason.server.ts";

/**
 * Any number of times (rule: payment-truth); answers the id of a payment that has to end before
 * this one is believed. `also` runs last in that transaction, if something has changed.
 */
export async function applyPayment(
  ctx: Context,
  update: PaymentUpdate,
  also?: (tx: Transaction) => Promise<void>,
): Promise<string | null> {
  try {
    await ctx.db.transaction(async (tx) => {
      const applied = await applyUpdate(ctx, tx, update);
      const { payment, hasMoved, outsideId, dispute } = applied;
      if (!hasMoved && !outsideId && !dispute) return;
      const { reference } = payment;
      // If one buyer pays twice at once, the second payment must see the first confirmed.
      const asked = payment.status === "paid" ? await findBooking(tx, reference) : null;
      if (asked) await queueMailbox(tx, asked.buyerEmail);
      const booking = await lockBooking(tx, reference);
      const forSale = asked ? await lockEarlier(tx, booking) : [];
      const isTold = hasMoved && (await handle(ctx, tx, update, applied, booking, forSale));
      if (outsideId && !isTold) await notifyOfOutsideRefund(ctx, tx, booking, outsideId);
      if (dispute) await tellOfDispute(ctx, tx, booking, { payment, dispute });
      // A buyer who was told that a refund is late is also told once it has arrived.
      const isOver = hasMoved && payment.status === "refunded" && !outsideId && !isTold;
      const hasWaited = isOver && (await wasMailed(tx, "refund-refused-client", booking.id));
      if (hasWaited) await notifySides(ctx, tx, booking, "settled");
      await also?.(tx);
    });
    return null;
  } catch (error) {
    if (error instanceof PaidTwice) return error.otherPaymentId;
    throw error;
  }
}

async function handle(
  ctx: Context,
  tx: Transaction,
  update: PaymentUpdate,
  { payment }: Applied,
  booking: Booking,
  forSale: readonly string[],
): Promise<boolean> {
  switch (payment.status) {
    case "paid":
      await applyPaid(ctx, tx, payment, booking, forSale);
      return false;
    case "open":
      await notifyBuyer(ctx, tx, booking, "payment-processing");
      return false;
    case "expired":
      await releaseHold(ctx, tx, booking, update.event === "ended" ? update.reason : "failed");
      // A payer who had finished waits for an answer by mail; their own page reports any other end.
      if (update.event === "ended" && update.answer?.status === "complete") {
        await notifyBuyer(ctx, tx, booking, "payment-failed");
      }
      return false;
    case "review":
      await applyReview(ctx, tx, booking, update);
      return false;
    case "refunded":
      return applyRefunded(ctx, tx, booking, update.event === "dispute" ? "disputed" : "outside");
    default:
      return false;
  }
}

async function notifyBuyer(
  ctx: Context,
  tx: Transaction,
  { id, buyerEmail: to }: Booking,
  kind: "payment-processing" | "payment-failed" | "payment-under-review" | "late-paid-refunded",
): Promise<void> {
  await enqueueMail(ctx, tx, { kind, reference: id, to, data: { bookingId: id } });
}

async function applyPaid(
  ctx: Context,
  tx: Transaction,
  payment: Payment,
  booking: Booking,
  forSale: readonly string[],
): Promise<void> {
  const refused = await findRefundReason(ctx, tx, booking);
  const isTheirs = !refused && (await takePaidSeats(ctx, tx, booking, forSale));
  if (isTheirs) return confirmBooking(ctx, tx, booking);
  const refundReason = refused ?? "late";
  const isLost = refundReason === "late" && booking.cancelReason === "lost";
  const reason = isLost ? "lost" : refundReason;
  await releaseHold(ctx, tx, booking, reason);
  await updateBooking(tx, booking, { paymentStatus: "paid", cancelReason: reason });
  await refundInFull(ctx, tx, payment, reason, booking.commissionRate);
  if (isLost) return notifyOfLoss(ctx, tx, booking);
  await notifyBuyer(ctx, tx, booking, "late-paid-refunded");
}

async function notifyOfLoss(
  ctx: Context,
  tx: Transaction,
  { id, buyerEmail, professionalId }: Booking,
): Promise<void> {
  const mail = { reference: id, data: { bookingId: id } };
  const to = await findProfessionalEmail(tx, professionalId);
  await enqueueMails(ctx, tx, [
    { kind: "booking-cancelled-client", to: buyerEmail, ...mail },
    { kind: "booking-cancelled-professional", to, ...mail },
  ]);
}

async function applyReview(
  ctx: Context,
  tx: Transaction,
  booking: Booking,
  update: PaymentUpdate,
): Promise<void> {
  await releaseHold(ctx, tx, booking, "review");
  if (booking.paymentStatus === "refunded") {
    await updateBooking(tx, booking, { paymentStatus: "paid" });
  }
  if (update.event === "mismatch") {
    // The provider's event of its end, which we ask for before, may have been here first.
    const isNeverPaid = NEVER_PAID.some((reason) => reason === booking.cancelReason);
    if (isNeverPaid) await updateBooking(tx, booking, { cancelReason: "review" });
    await notifyBuyer(ctx, tx, booking, "payment-under-review");
  }
  const isOfRefund = update.event === "refund" || update.event === "refund_refused";
  if (isOfRefund && booking.status === "cancelled") await notifySides(ctx, tx, booking, "refused");
}

/** A professional knows nothing of a payment that was refunded at once. */
async function notifySides(
  ctx: Context,
  tx: Transaction,
  booking: Booking,
  what: "refused" | "settled",
): Promise<void> {
  const mail = { reference: booking.id, data: { bookingId: booking.id } };
  await enqueueMail(ctx, tx, { kind: `refund-${what}-client`, to: booking.buyerEmail, ...mail });
  if (REFUNDED_AT_ONCE.some((reason) => reason === booking.cancelReason)) return;
  const to = await findProfessionalEmail(tx, booking.professionalId);
  await enqueueMail(ctx, tx, { kind: `refund-${what}-professional`, to, ...mail });
}

/** Ends what was refunded elsewhere before it begins, because nobody keeps an unpaid seat. */
async function applyRefunded(
  ctx: Context,
  tx: Transaction,
  booking: Booking,
  reason: CancelReason,
): Promise<boolean> {
  await releaseHold(ctx, tx, booking, reason);
  const isStanding = nextBookingStep(booking.status, "called_off") !== null;
  if (isStanding && booking.movedPriceCents === 0) return false;
  const row = isStanding ? await findBookingRow(tx, booking.id) : null;
  if (row && row.start.getTime() <= ctx.now().getTime()) return false;
  if (row) await cancelConfirmedBooking(ctx, tx, row, reason);
  await updateBooking(tx, booking, { paymentStatus: "refunded" });
  return row !== null;
}

/** A professional who never heard of the booking is not told (rule: dispute-evidence). */
async function tellOfDispute(
  ctx: Context,
  tx: Transaction,
  { id, buyerEmail, professionalId, confirmedAt }: Booking,
  { payment, dispute }: { payment: Payment; dispute: "opened" | "won" },
): Promise<void> {
  const kind = dispute === "opened" ? "payment-disputed" : "dispute-won";
  // Of the dispute: a payment may be contested again.
  const mail = { reference: payment.disputeId ?? id, data: { bookingId: id } };
  await enqueueMail(ctx, tx, { kind: `${kind}-client`, to: buyerEmail, ...mail });
  if (!confirmedAt) return;
  const to = await findProfessionalEmail(tx, professionalId);
  await enqueueMail(ctx, tx, { kind, to, ...mail });
  if (dispute === "opened") await ctx.jobs.send(tx, "attach-note", { paymentId: payment.id });
}

/** A professional who never heard of the booking is not told. */
async function notifyOfOutsideRefund(
  ctx: Context,
  tx: Transaction,
  { id, buyerEmail, professionalId, confirmedAt }: Booking,
  outsideId: string,
): Promise<void> {
  const mail = { reference: outsideId, data: { bookingId: id, outsideId } };
  await enqueueMail(ctx, tx, { kind: "booking-refunded-client", to: buyerEmail, ...mail });
  if (!confirmedAt) return;
  const to = await findProfessionalEmail(tx, professionalId);
  await enqueueMail(ctx, tx, { kind: "booking-refunded-professional", to, ...mail });
}
