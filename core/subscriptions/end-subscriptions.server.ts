import { addressOfNobody } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { isMissing } from "../payments/read-checkout.server.ts";
import { settleCheckout } from "./settle-checkout.server.ts";
import { settleSubscription } from "./settle-subscription.server.ts";
import { anonymiseCheckouts, findCheckout, findSubscription } from "./store.server.ts";

/**
 * Ends at the provider what a deleted account pays for, and the page on which it was about to pay
 * (R30). Safe to repeat.
 *
 * @throws AppError `provider_unavailable`, or Stripe's error; the job tries again.
 */
export async function endSubscriptions(
  ctx: Context,
  { userId }: { userId: string },
): Promise<void> {
  const open = await findCheckout(ctx.db, { openFor: userId });
  if (open) await settleCheckout(ctx, { checkoutId: open.id, abandon: true });
  const billed = await findSubscription(ctx.db, { userId, only: "billed" });
  if (billed?.stripeSubscriptionId) {
    const { stripeSubscriptionId } = billed;
    try {
      await ctx.stripe.subscriptions.cancel(stripeSubscriptionId);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    await settleSubscription(ctx, { stripeSubscriptionId });
  }
  await anonymiseCheckouts(ctx.db, { userId, email: null, nobody: addressOfNobody(userId) });
}
