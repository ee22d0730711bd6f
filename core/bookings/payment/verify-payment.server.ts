import { z } from "zod";
import { matchesHash } from "#platform/ids.server.ts";
import * as addresses from "#site/addresses.ts";
import { readLink } from "../../accounts/logins/sign-login.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { settlePayment } from "../../payments/checkouts/settle-payment.server.ts";
import { findPayment } from "../../payments/find-payment.server.ts";
import { isProcessing } from "../../payments/rules.ts";
import { checkoutIdInput, guestProof } from "../../payments/schema.ts";
import { GUEST_MESSAGES } from "../labels.ts";
import {
  type BookingState,
  bookingIdOf,
  type CancelReason,
  NEVER_PAID,
  resultPath,
} from "../rules.ts";
import { type Booking, type BookingRow, findBooking, findBookingRow } from "../store.server.ts";
import { applyPayment } from "./apply-payment.server.ts";

/** `declined`: this buyer may not have it; `refunded`: paid too late; `called_off`: ended since. */
export type PurchaseOutcome =
  | "confirmed"
  | "pending"
  | "processing"
  | "failed"
  | "refunded"
  | "declined"
  | "cancelled"
  | "review"
  | "called_off";

export function purchaseOutcome(booking: {
  status: BookingState;
  cancelReason: CancelReason | null;
  paymentStatus: string;
  isProcessing: boolean;
}): PurchaseOutcome {
  const { status, cancelReason, paymentStatus } = booking;
  if (status === "pending" && booking.isProcessing) return "processing";
  if (status !== "cancelled") return status;
  if (cancelReason === "failed") return "failed";
  if (cancelReason === "late") return "refunded";
  if (cancelReason === "duplicate" || cancelReason === "own") return "declined";
  if (paymentStatus === "refunded") return "called_off";
  if (cancelReason === "review") return "review";
  return NEVER_PAID.some((reason) => reason === cancelReason) ? "cancelled" : "called_off";
}

interface Purchase {
  booking: Booking;
  paymentId: string | null;
}

/** Null when the `session_id` is not ours. */
async function findPurchase(ctx: Context, checkoutId: string): Promise<Purchase | null> {
  const freeBookingId = bookingIdOf(checkoutId);
  if (freeBookingId !== null) {
    const booking = await findBooking(ctx.db, freeBookingId);
    return booking?.pricePaidCents === 0 ? { booking, paymentId: null } : null;
  }
  const payment = await findPayment(ctx.db, { checkoutSessionId: checkoutId });
  const booking = payment && (await findBooking(ctx.db, payment.reference));
  return booking ? { booking, paymentId: payment.id } : null;
}

/** As the provider says now. @throws AppError `provider_unavailable`. */
async function settlePurchase(
  ctx: Context,
  { booking: { id }, paymentId }: Purchase,
): Promise<BookingRow> {
  if (paymentId) await settlePayment(ctx, { paymentId }, applyPayment);
  const row = await findBookingRow(ctx.db, id);
  if (!row) throw new Error(`booking ${id} is gone`);
  return row;
}

const verifyInput = z.object({ sessionId: checkoutIdInput, guestProof });

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

/** Reveals nothing about the buyer; null if nothing is left to book. */
export async function findCheckoutOffering(
  ctx: Context,
  input: z.input<typeof verifyInput>,
): Promise<string | null> {
  const asked = verifyInput.safeParse(input);
  const purchase = asked.success ? await findPurchase(ctx, asked.data.sessionId) : null;
  const row = purchase && (await findBookingRow(ctx.db, purchase.booking.id));
  return row && row.deletedAt === null ? addresses.offering(row.kind, row.offeringId) : null;
}

const abandonInput = z.object({ token: z.string().min(1).max(100) });

/**
 * Ends the checkout at once by its token; a path if it was paid after all (rule: hold-release).
 * @throws AppError `not_found`, `provider_unavailable`.
 */
export async function abandonCheckout(
  ctx: Context,
  input: z.input<typeof abandonInput>,
): Promise<{ paidPath: string | null; booking: BookingRow | null }> {
  const { token } = parseInput(abandonInput, input);
  const paymentId = await readLink(ctx, "payment-cancel", token);
  const asked = paymentId && (await findPayment(ctx.db, { id: paymentId }));
  if (!asked) throw new AppError("not_found");
  await settlePayment(ctx, { paymentId, abandon: true }, applyPayment);
  const payment = await findPayment(ctx.db, { id: paymentId });
  const booking = await findBookingRow(ctx.db, asked.reference);
  const isFinished = payment && (payment.paidAt || isProcessing(payment));
  if (!isFinished || !payment.checkoutSessionId || !booking) return { paidPath: null, booking };
  const paidPath = resultPath(booking.guestProofHash !== null, payment.checkoutSessionId);
  return { paidPath, booking };
}

export interface GuestVerdict {
  success: boolean;
  /** False without the buyer's proof (rule: buyer-proof). */
  isNewUser: boolean;
  message: string;
  isBuyer: boolean;
  bookingId: string | null;
  isProcessing: boolean;
}

/**
 * Says nothing about accounts without the buyer's cookie (rules: payment-truth, buyer-proof).
 * @throws AppError `invalid_input`, `provider_unavailable`.
 */
export async function verifyGuestPayment(
  ctx: Context,
  input: z.input<typeof verifyInput>,
): Promise<GuestVerdict> {
  const { sessionId, guestProof } = parseInput(verifyInput, input);
  const purchase = await findPurchase(ctx, sessionId);
  const proofHash = purchase?.booking.guestProofHash;
  const isBuyer = Boolean(guestProof && proofHash && matchesHash(guestProof, proofHash));
  const nothing = { success: false, isNewUser: false, bookingId: null, isProcessing: false };
  const verdict = { ...nothing, isBuyer };
  if (!purchase || !proofHash) return { ...verdict, message: GUEST_MESSAGES.failure };
  const booking = await settlePurchase(ctx, purchase);
  const outcome = purchaseOutcome(booking);
  // Mentions no account, so anybody who comes back from the provider may read it.
  if (outcome === "processing") {
    return { ...verdict, isProcessing: true, message: GUEST_MESSAGES.processing };
  }
  if (outcome !== "confirmed") {
    const isOver = isBuyer && outcome !== "pending";
    return { ...verdict, message: GUEST_MESSAGES[isOver ? outcome : "failure"] };
  }
  if (!isBuyer) return { ...verdict, success: true, message: GUEST_MESSAGES.neutral };
  const bookingId = booking.id;
  const isNewUser = booking.accountCreated;
  const message = isNewUser ? GUEST_MESSAGES.newUser : GUEST_MESSAGES.existingUser;
  return { ...verdict, success: true, isNewUser, message, bookingId };
}
