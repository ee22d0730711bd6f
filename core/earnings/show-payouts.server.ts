import type Stripe from "stripe";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { cents } from "../money.ts";
import { isAccountLost } from "../payments/read-checkout.server.ts";
import { showOwnProfessional } from "../professionals/show-own-professional.server.ts";
import { splitBalance } from "./rules.ts";
import type { Payouts } from "./schema.ts";

/** A page waits for it, so it is asked once and briefly. */
const PATIENCE = { timeout: 2_000, maxNetworkRetries: 0 };
const PAYOUTS_SHOWN = 6;

/**
 * What the caller's payment account holds, and the last transfers from it to the bank, as the
 * provider says now. It never fails for want of an answer: `silent` says so.
 *
 * @throws AppError `unauthenticated`, `password_change_required`.
 */
export async function showPayouts(ctx: Context): Promise<Payouts> {
  requireActor(ctx);
  const stripeAccount = (await showOwnProfessional(ctx))?.stripeConnectAccountId;
  if (!stripeAccount) return { state: "none" };
  const options = { ...PATIENCE, stripeAccount };
  try {
    const [balance, payouts] = await Promise.all([
      ctx.stripe.balance.retrieve({}, options),
      ctx.stripe.payouts.list({ limit: PAYOUTS_SHOWN }, options),
    ]);
    return {
      state: "known",
      ...splitBalance(euros(balance.available), euros(balance.pending)),
      payouts: payouts.data.map(({ id, amount, arrival_date, status }) => ({
        id,
        amountCents: cents(amount),
        arrivesAt: new Date(arrival_date * 1000),
        status,
      })),
    };
  } catch (error) {
    ctx.log.warn({ err: error }, "the payouts of a professional could not be read");
    if (isAccountLost(error)) {
      await ctx.jobs.send(ctx.db, "refresh-account", { accountId: stripeAccount });
    }
    return { state: "silent" };
  }
}

function euros(funds: readonly Pick<Stripe.Balance.Available, "amount" | "currency">[]): number {
  const inEuros = funds.filter(({ currency }) => currency === "eur");
  return inEuros.reduce((sum, { amount }) => sum + amount, 0);
}
