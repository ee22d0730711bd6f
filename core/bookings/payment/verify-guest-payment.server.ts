import { z } from "zod";
import { matchesHash } from "#platform/ids.server.ts";
import type { Context } from "../../context.server.ts";
import { parseInput } from "../../parse.ts";
import { checkoutIdInput, guestProof } from "../../payments/schema.ts";
import { GUEST_MESSAGES } from "../labels.ts";
import { purchaseOutcome } from "./rules.ts";
import { findPurchase, settlePurchase } from "./verify-payment.server.ts";

const verifyInput = z.object({ sessionId: checkoutIdInput, guestProof });

export interface GuestVerdict {
  success: boolean;
  /** False without the buyer's proof (rule: buyer-proof). */
  isNewUser: boolean;
  /** French, for the toast. */
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
  const verdict = {
    ...{ success: false, isNewUser: false, isBuyer, bookingId: null, isProcessing: false },
  };
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
