import { isDeepStrictEqual } from "node:util";
import type { Context } from "../context.server.ts";
import { refreshOffersOfProfessional } from "../offers/refresh-offers.server.ts";
import { isMissing } from "../payments/read-checkout.server.ts";
import { savePaymentAccount } from "./store.server.ts";

/** Others may be told of the same account at the same moment; more often than this nobody is. */
const TRIES = 5;

/**
 * Writes what the provider says of a connected account now, and lets search follow: without charges
 * or transfers nobody can book (R18). Asked after every event of the account, in any order: what
 * was read before another answer was written may be older than that one, so what was written is
 * compared with what the provider says afterwards.
 *
 * @throws Stripe's error when it does not answer.
 */
export async function refreshAccount(
  ctx: Context,
  { accountId }: { accountId: string },
): Promise<void> {
  let state = await readState(ctx, accountId);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const written = state;
    const isOurs = await ctx.db.transaction(async (tx) => {
      const professionalId = await savePaymentAccount(tx, accountId, written);
      if (professionalId) await refreshOffersOfProfessional(tx, professionalId, ctx.now());
      return professionalId !== null;
    });
    if (!isOurs) return;
    state = await readState(ctx, accountId);
    if (isDeepStrictEqual(state, written)) return;
  }
  throw new Error(`account ${accountId} does not come to rest`);
}

/** https://docs.stripe.com/connect/account-capabilities#transfers */
async function readState(ctx: Context, accountId: string) {
  try {
    const account = await ctx.stripe.accounts.retrieve(accountId);
    return {
      chargesEnabled: account.charges_enabled ?? false,
      transfersActive: account.capabilities?.transfers === "active",
      payoutsEnabled: account.payouts_enabled ?? false,
      detailsSubmitted: account.details_submitted ?? false,
      requirementsDue: (account.requirements?.currently_due ?? []).length > 0,
    };
  } catch (error) {
    const isGone = isMissing(error) || isForbidden(error);
    if (!isGone) throw error;
    return {
      chargesEnabled: false,
      transfersActive: false,
      payoutsEnabled: false,
      detailsSubmitted: false,
      requirementsDue: false,
    };
  }
}

/** The professional has withdrawn our access to the account. */
function isForbidden(error: unknown): boolean {
  return error instanceof Error && "statusCode" in error && error.statusCode === 403;
}
