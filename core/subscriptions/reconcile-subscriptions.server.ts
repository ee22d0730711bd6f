import type { Context } from "../context.server.ts";
import { HOUR, MINUTE } from "../durations.ts";
import { beginReconciliation } from "../payments/reconciliation-run.server.ts";
import { CREATION_PATIENCE } from "../payments/rules.ts";
import { settleCheckout } from "./checkouts/settle-checkout.server.ts";
import { claimCheckouts } from "./checkouts/store.server.ts";
import { GRACE } from "./rules.ts";
import { claimBilled } from "./store.server.ts";
import { syncSubscription } from "./sync-subscription.server.ts";

/** Milliseconds, a little less than the job's period. */
const ASK_AGAIN = 25_000;
/** For payments that are owed, or renewals that are late. */
const SOON = 10 * MINUTE;
const NOW_AND_THEN = 6 * HOUR;
const BATCH = 100;

/**
 * Finds decisions that did not reach us; plans without a provider are left alone.
 * @returns how many failed, to be tried again at the next run; the log says why.
 */
export async function reconcileSubscriptions(ctx: Context): Promise<number> {
  const now = ctx.now();
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const run = beginReconciliation(ctx, 1);
  const checkouts = await claimCheckouts(ctx.db, {
    createdBefore: ago(CREATION_PATIENCE),
    checkedBefore: ago(ASK_AGAIN),
    now,
    limit: BATCH,
  });
  await run.each(checkouts, "a subscription", (checkoutId) => settleCheckout(ctx, { checkoutId }));
  const billed = await claimBilled(ctx.db, {
    now,
    soon: ago(SOON),
    nowAndThen: ago(NOW_AND_THEN),
    graceOver: ago(GRACE),
    limit: BATCH,
  });
  await run.each(billed, "a subscription", (stripeSubscriptionId) =>
    syncSubscription(ctx, { stripeSubscriptionId }),
  );
  return run.failures;
}
