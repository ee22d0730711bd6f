import { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import { seatCount } from "../../catalogue/slots/schema.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import type { Cents } from "../../money.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { settlePayment } from "../../payments/checkouts/settle-payment.server.ts";
import { findPayment } from "../../payments/find-payment.server.ts";
import { isProcessing } from "../../payments/rules.ts";
import { isForGoodwill } from "../goodwill/rules.ts";
import { PROCESSING_CANCEL_MESSAGE } from "../labels.ts";
import { applyPayment } from "../payment/apply-payment.server.ts";
import { type Canceller, canCancel, refundDue, stillPaidCents } from "../rules.ts";
import { cancelSeats } from "../seats/cancel-seats.server.ts";
import { seatsLeftMessage, UNPAID_SEATS_MESSAGE, WHOLE_MESSAGE } from "../seats/labels.ts";
import { findBookingRow } from "../store.server.ts";
import { endBooking } from "./end-booking.server.ts";

const cancelInput = z.object({
  bookingId: z.uuid(),
  /** The refund that the client was shown, in cents: compared, never believed. */
  refundCents: z.coerce.number().int().min(0).optional(),
  seats: seatCount.optional(),
});

/**
 * Cancels a booking or some of its seats (rules: refund-notice, cancellation, for-several).
 * @throws AppError `not_found`, `conflict`, `invalid_input`.
 */
export async function cancelBooking(
  ctx: Context,
  input: z.input<typeof cancelInput>,
): Promise<{ refunded: boolean }> {
  const actor = requireActor(ctx);
  const { bookingId, refundCents = 0, seats } = parseInput(cancelInput, input);
  const row = await findBookingRow(ctx.db, bookingId);
  const by: Canceller | null =
    row?.clientId === actor.userId
      ? "client"
      : row?.professionalUserId === actor.userId
        ? "professional"
        : null;
  if (!row || !by) throw new AppError("not_found");
  if (seats !== undefined && (seats > row.seats || (by === "professional" && seats < row.seats))) {
    const message = by === "client" ? seatsLeftMessage(row.seats) : WHOLE_MESSAGE;
    throw new AppError("invalid_input", { fields: { seats: [message] } });
  }
  const isPart = seats !== undefined && seats < row.seats;
  if (isPart && row.status === "pending") {
    throw new AppError("conflict", { message: UNPAID_SEATS_MESSAGE });
  }
  if (isPart) return cancelSeats(ctx, row, { seats, shownCents: refundCents });
  const payment = await findPayment(ctx.db, { reference: bookingId });
  if (row.status === "pending" && by === "client" && payment) {
    await settlePayment(ctx, { paymentId: payment.id, abandon: true }, applyPayment);
    const after = await findPayment(ctx.db, { id: payment.id });
    if (after && isProcessing(after)) {
      throw new AppError("conflict", { message: PROCESSING_CANCEL_MESSAGE });
    }
    return { refunded: false };
  }
  return endBooking(ctx, row, by, { shownCents: refundCents });
}

const cancelForInput = z.object({
  bookingId: z.uuid(),
  side: z.enum(["client", "professional"], "Choisissez pour qui la réservation est annulée."),
  /** The refund that the operator was shown, in cents: compared, never believed. */
  refundCents: z.coerce.number().int().min(0).optional(),
  reason: requiredReason,
});

/**
 * Cancels for one side as it would by itself (rules: cancellation, refund-notice).
 * @throws AppError `invalid_input`, `not_found`, `forbidden`, `conflict`.
 */
export async function cancelForSomebody(
  ctx: Context,
  input: z.input<typeof cancelForInput>,
): Promise<{ refunded: boolean }> {
  requireOperator(ctx, "assistance");
  const { bookingId, side, refundCents = 0, reason } = parseInput(cancelForInput, input);
  const row = await findBookingRow(ctx.db, bookingId);
  if (!row) throw new AppError("not_found", { message: "Cette réservation n'existe pas." });
  return endBooking(ctx, row, side, {
    shownCents: refundCents,
    also: (tx, { dueCents }) =>
      recordAct(ctx, tx, {
        ...{ act: "booking_cancelled", object: { kind: "booking", id: bookingId }, reason },
        personId: row.clientId,
        before: { status: "confirmed" },
        after: { status: "cancelled", side, refundCents: dueCents },
      }),
  });
}

/** In cents; null where that side cannot cancel. */
export type Cancellations = Record<Canceller, Cents | null>;

/**
 * Tells what could be given back at this moment (rules: refund-notice, goodwill).
 * @throws AppError `not_found`.
 */
export async function previewCancellation(
  ctx: Context,
  bookingId: string,
): Promise<{ cancellations: Cancellations; goodwillCents: Cents | null }> {
  requireOperator(ctx);
  const row = await findBookingRow(ctx.db, bookingId);
  if (!row) return { cancellations: { client: null, professional: null }, goodwillCents: null };
  const now = ctx.now();
  const owed = (by: Canceller) =>
    canCancel(row, by, now).allowed ? refundDue(row, by, now) : null;
  const left = stillPaidCents(row);
  const isPaid = row.paymentState === "paid" || row.paymentState === "partially_refunded";
  return {
    cancellations: { client: owed("client"), professional: owed("professional") },
    goodwillCents: isPaid && left > 0 && isForGoodwill(row, now) ? left : null,
  };
}
