import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { refreshListingsOfProfessional } from "../../listings/refresh-listings.server.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { isAccountLost } from "../../payments/checkouts/read-checkout.server.ts";
import { noteProfessionalBookable } from "../../prices/write-prices.server.ts";
import {
  type AccountStanding,
  dropPaymentAccount,
  findAccountHolder,
  findAccountVersion,
  savePaymentAccount,
} from "./store.server.ts";

/** More than the answers that can be overtaken at once: the provider sends several events of one change. */
const TRIES = 20;

/**
 * Stores the provider's present answer about a connected account, and updates the search: without
 * charges or transfers nobody can book (rule: bookable). Runs after every event of the account, in
 * any order and several at once: an answer is stored only if nothing was stored since it was asked
 * for, so that an older one never takes the place of a newer one. A professional who can no longer
 * be paid is told by mail; an account that is no longer ours to use is deleted here, so that they
 * can open another.
 *
 * @throws Stripe's error when it does not answer.
 */
export async function refreshAccount(
  ctx: Context,
  { accountId }: { accountId: string },
): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const version = await findAccountVersion(ctx.db, accountId);
    if (version === null) return;
    const standing = await readState(ctx, accountId);
    const isStored = await ctx.db.transaction((tx) =>
      write(ctx, tx, { accountId, version }, standing),
    );
    if (isStored) return;
  }
  throw new Error(`account ${accountId} does not come to rest`);
}

/** @returns false if its holder was written since that version, and the answer may be an older one. */
async function write(
  ctx: Context,
  tx: Transaction,
  { accountId, version }: { accountId: string; version: string },
  standing: AccountStanding | null,
): Promise<boolean> {
  const holder = await findAccountHolder(tx, accountId);
  if (!holder) return true;
  if (holder.version !== version) return false;
  const now = ctx.now();
  const { professionalId } = holder;
  if (standing) {
    await savePaymentAccount(tx, professionalId, standing);
  } else {
    ctx.log.warn({ accountId, professionalId }, "a connected account is not ours any more");
    await dropPaymentAccount(tx, professionalId, now);
  }
  await refreshListingsOfProfessional(tx, professionalId, now);
  const isPayable = Boolean(standing?.chargesEnabled && standing.transfersActive);
  if (isPayable && !holder.canReceiveCharges) {
    // After the listings, which have locked the professional's time and the slots.
    await noteProfessionalBookable(tx, { id: professionalId }, now);
  }
  if (isPayable || !(holder.canReceiveCharges || standing === null)) return true;
  await enqueueMail(ctx, tx, {
    kind: "payment-account-restricted",
    // One mail each time that it happens.
    reference: `${professionalId} ${now.toISOString()}`,
    to: holder.email,
    data: { professionalId },
  });
  return true;
}

/**
 * Null when the account is no longer ours to use.
 * https://docs.stripe.com/connect/account-capabilities#transfers
 */
async function readState(ctx: Context, accountId: string): Promise<AccountStanding | null> {
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
    if (isAccountLost(error)) return null;
    throw error;
  }
}
