import type Stripe from "stripe";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { DAY } from "../durations.ts";
import { cents } from "../money.ts";
import { isAccountLost } from "../payments/checkouts/read-checkout.server.ts";
import { showOwnProfessional } from "../professionals/show-seller.server.ts";
import { arrivalsOf, latestFirst, splitBalance } from "./rules.ts";
import type { Payouts } from "./schema.ts";

/** A page waits for it, so it is asked once and briefly. */
const PATIENCE = { timeout: 2_000, maxNetworkRetries: 0 };
const PAYOUTS_SHOWN = 6;

/**
 * By the provider's account of this moment; `silent` where it does not answer.
 * @throws AppError `unauthenticated`, `password_change_required`.
 */
export async function showPayouts(ctx: Context): Promise<Payouts> {
  requireActor(ctx);
  const stripeAccount = (await showOwnProfessional(ctx))?.stripeConnectAccountId;
  if (!stripeAccount) return { state: "none" };
  const options = { ...PATIENCE, stripeAccount };
  try {
    const [balance, movements, payouts] = await Promise.all([
      ctx.stripe.balance.retrieve({}, options),
      ctx.stripe.balanceTransactions
        .list({ currency: "eur", created: { gte: recently(ctx.now()) }, limit: 100 }, options)
        .autoPagingToArray({ limit: 500 }),
      ctx.stripe.payouts.list({ limit: PAYOUTS_SHOWN }, options),
    ]);
    const available = euros(balance.available);
    const pending = movements.filter(({ status }) => status === "pending");
    return {
      state: "known",
      ...splitBalance(available, euros(balance.pending)),
      arrivals: arrivalsOf(
        pending.map(({ available_on, net }) => {
          return { availableAt: new Date(available_on * 1000), netCents: net };
        }),
        Math.max(0, -available),
      ),
      payouts: latestFirst(
        payouts.data.map(({ id, amount, arrival_date, status }) => ({
          id,
          amountCents: cents(amount),
          arrivesAt: new Date(arrival_date * 1000),
          status,
        })),
      ),
    };
  } catch (error) {
    ctx.log.warn({ err: error }, "the payouts of a professional could not be read");
    if (isAccountLost(error)) {
      await ctx.jobs.send(ctx.db, "refresh-account", { accountId: stripeAccount });
    }
    return { state: "silent" };
  }
}

/** Seconds. Nothing is on its way for longer. */
function recently(now: Date): number {
  return Math.floor((now.getTime() - 30 * DAY) / 1000);
}

function euros(funds: readonly Pick<Stripe.Balance.Available, "amount" | "currency">[]): number {
  const inEuros = funds.filter(({ currency }) => currency === "eur");
  return inEuros.reduce((sum, { amount }) => sum + amount, 0);
}
