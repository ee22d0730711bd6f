import { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { checkoutIdInput } from "../../payments/schema.ts";
import { bankOf, isPriceKey, type PriceKey, planAndPriceOf } from "../rules.ts";
import { settleCheckout } from "./settle-checkout.server.ts";
import { findCheckout } from "./store.server.ts";

const verifyInput = z.object({ sessionId: checkoutIdInput });

/**
 * Verifies the payment of the actor's own subscription: asks the provider and settles, like the
 * webhook. `planType` is null until its plan is in force; `priceKey` is the purchase.
 *
 * @throws AppError `not_found` for somebody else's too, `unauthenticated`, `provider_unavailable`.
 */
export async function verifySubscription(
  ctx: Context,
  input: z.input<typeof verifyInput>,
): Promise<{
  planType: string | null;
  priceKey: PriceKey | null;
  returned: boolean;
  /** The buyer's bank is deciding about the payment; or it has refused. */
  bank: "deciding" | "refused" | null;
}> {
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
