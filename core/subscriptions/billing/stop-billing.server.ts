import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import type { JobMap } from "../../jobs.ts";
import { deletedAddress } from "../../mailbox.ts";
import { isMissing } from "../../payments/checkouts/read-checkout.server.ts";
import { settleCheckout } from "../checkouts/settle-checkout.server.ts";
import { anonymiseCheckouts, findCheckout, updateCheckout } from "../checkouts/store.server.ts";
import { findAccountStatus, findSubscription } from "../store.server.ts";
import { syncSubscription } from "../sync-subscription.server.ts";

/**
 * Ends open pages too, also guests' with this e-mail (rule: account-deletion). An account opened
 * again keeps its plan, since nothing brings a cancelled one back.
 * @throws AppError `provider_unavailable`, or Stripe's error, when a call fails.
 */
export async function stopBilling(
  ctx: Context,
  { userId, guestCheckoutIds, keepsNames = false }: JobMap["stop-billing"],
): Promise<void> {
  const isOpenAgain = async () =>
    keepsNames && (await findAccountStatus(ctx.db, userId)) === "active";
  if (await isOpenAgain()) return;
  const own = await findCheckout(ctx.db, { openFor: userId });
  for (const id of own ? [own.id, ...guestCheckoutIds] : guestCheckoutIds) {
    const checkout = await settleCheckout(ctx, { checkoutId: id, abandon: true });
    if (checkout?.settledAt === null) throw new AppError("provider_unavailable");
    // Over, it is anonymised like the leaver's own; paid by a guest, it has an owner.
    if (checkout?.userId === null) await updateCheckout(ctx.db, id, { userId });
  }
  const billed = await findSubscription(ctx.db, { userId, only: "billed" });
  if (billed?.stripeSubscriptionId && !(await isOpenAgain())) {
    const { stripeSubscriptionId } = billed;
    try {
      await ctx.stripe.subscriptions.cancel(stripeSubscriptionId);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    await syncSubscription(ctx, { stripeSubscriptionId });
  }
  if (keepsNames) return;
  await anonymiseCheckouts(ctx.db, { userId, email: null, placeholder: deletedAddress(userId) });
}
