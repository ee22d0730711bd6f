import { z } from "zod";
import { matchesHash } from "#platform/ids.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { checkoutIdInput } from "../../payments/schema.ts";
import { GUEST_SUBSCRIPTION_MESSAGES as MESSAGES } from "../labels.ts";
import { bankOf, isPriceKey, PLAN_TYPES, planAndPriceOf } from "../rules.ts";
import { verifyGuestInput } from "../schema.ts";
import { settleCheckout } from "./settle-checkout.server.ts";
import { type Checkout, findCheckout } from "./store.server.ts";

const verifyInput = z.object({ sessionId: checkoutIdInput });

/**
 * Settles like the webhook. `planType` is null until it is in force; `priceKey` is the purchase.
 * @throws AppError `not_found` for another's too, `provider_unavailable` when it does not answer.
 */
export async function verifySubscription(ctx: Context, input: z.input<typeof verifyInput>) {
  const actor = requireActor(ctx);
  const { sessionId } = parseInput(verifyInput, input);
  const known = await findCheckout(ctx.db, { checkoutSessionId: sessionId });
  if (known?.userId !== actor.userId) throw new AppError("not_found");
  const checkout = await settleCheckout(ctx, { checkoutId: known.id });
  const paid = checkout?.status === "complete" ? checkout.priceKey : null;
  const priceKey = isPriceKey(paid) ? paid : null;
  return {
    planType: priceKey && planAndPriceOf(priceKey).plan.id,
    priceKey,
    returned: checkout?.status === "returned",
    bank: bankOf(checkout),
  };
}

/**
 * Without `sessionId` only the free plan is confirmed (rule: plan-truth). Says nothing about
 * accounts without the buyer's cookie or a payment (rules: buyer-proof, same-answer). `message` is
 * for the toast.
 * @throws AppError `provider_unavailable` when it does not answer.
 */
export async function verifyGuestSubscription(
  ctx: Context,
  input: z.input<typeof verifyGuestInput>,
) {
  const { sessionId, planType, email, guestProof } = parseInput(verifyGuestInput, input);
  const known =
    sessionId === null
      ? await findCheckout(ctx.db, { freeFor: email })
      : await findCheckout(ctx.db, { checkoutSessionId: sessionId });
  const isAsked =
    known?.guestProofHash && known.buyerEmail === email && known.priceKey === PLAN_TYPES[planType];
  const failure = { success: false, isBuyer: false, bank: null, message: MESSAGES.failure };
  if (!known || !isAsked) return failure;
  const isBuyer = Boolean(guestProof && matchesHash(guestProof, known.guestProofHash ?? ""));
  const checkout = await settleCheckout(ctx, { checkoutId: known.id });
  if (checkout?.status === "returned" && isBuyer) {
    return { ...failure, isBuyer, message: MESSAGES.returned };
  }
  const bank = bankOf(checkout);
  if (bank === "deciding") return { ...failure, isBuyer, bank, message: MESSAGES.processing };
  if (bank === "refused") return { ...failure, isBuyer, bank, message: MESSAGES.refused };
  if (checkout?.status !== "complete") return failure;
  return { success: true, isBuyer, bank, message: messageOf(checkout, isBuyer) };
}

function messageOf(checkout: Checkout, isBuyer: boolean): string {
  if (!isBuyer || checkout.checkoutSessionId === null) return MESSAGES.neutral;
  return checkout.accountCreated ? MESSAGES.newUser : MESSAGES.existingUser;
}
