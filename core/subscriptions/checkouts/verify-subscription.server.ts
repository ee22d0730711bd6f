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
 * Settles like the webhook. `planType` is null until it is in force; `priceKey` is the purchase.
 * @throws AppError `not_found` for another's too, `provider_unavailable` when it does not answer.
 */
export async function verifySubscription(
  ctx: Context,
  input: z.input<typeof verifyInput>,
): Promise<{
  planType: string | null;
  priceKey: PriceKey | null;
  returned: boolean;
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
