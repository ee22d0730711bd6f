import type { Context } from "../context.server.ts";
import { CREATION_PATIENCE } from "../payments/rules.ts";
import { GRACE } from "./rules.ts";
import { settleCheckout } from "./settle-checkout.server.ts";
import { settleSubscription } from "./settle-subscription.server.ts";
import { claimBilled, claimCheckouts } from "./store.server.ts";

/** A job must end within 30 s; the rest waits for the next turn. */
const TIME_TO_WORK = 20_000;
/** A checkout is asked about at most this often: a little less than the job's period. */
const ASK_AGAIN = 25_000;
/** What is owed, or should have been renewed. */
const SOON = 10 * 60_000;
const NOW_AND_THEN = 6 * 3_600_000;
const BATCH = 100;

/**
 * Finds out what the provider decided about subscriptions and never told us: checkouts being made,
 * open, or not wholly given back; renewals; payments owed for longer than the grace. Plans without
 * a provider behind them are left alone. Runs at the start and every 30 s.
 *
 * @returns how many failed, to be tried again at the next turn; the log says why
 */
export async function reconcileSubscriptions(ctx: Context): Promise<number> {
  let failures = 0;
  const now = ctx.now();
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const enough = AbortSignal.timeout(TIME_TO_WORK);
  const each = async (ids: string[], work: (id: string) => Promise<unknown>) => {
    for (const id of ids) {
      if (enough.aborted) return;
      try {
        await work(id);
      } catch (error) {
        // One that is stubborn must not keep the others waiting.
        failures++;
        ctx.log.warn({ err: error, id }, "a subscription could not be reconciled yet");
      }
    }
  };
  const checkouts = await claimCheckouts(ctx.db, {
    createdBefore: ago(CREATION_PATIENCE),
    checkedBefore: ago(ASK_AGAIN),
    now,
    limit: BATCH,
  });
  await each(checkouts, (checkoutId) => settleCheckout(ctx, { checkoutId }));
  const billed = await claimBilled(ctx.db, {
    now,
    soon: ago(SOON),
    nowAndThen: ago(NOW_AND_THEN),
    graceOver: ago(GRACE),
    limit: BATCH,
  });
  await each(billed, (stripeSubscriptionId) => settleSubscription(ctx, { stripeSubscriptionId }));
  return failures;
}
