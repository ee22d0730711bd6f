import { storeNewest, takeVersion } from "#platform/newest-answer.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { type Context, defineJob } from "../../context.server.ts";
import { refreshListingsOfProfessional } from "../../listings/refresh-listings.server.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { isAccountLost } from "../../payments/checkouts/read-checkout.server.ts";
import { noteProfessionalBookable } from "../../prices/write-prices.server.ts";
import { professionalProfiles } from "../../tables.server.ts";
import { type PaymentAccountState, paymentAccountState } from "../rules.ts";
import type { OwnProfessional } from "../schema.ts";
import { showOwnProfessional } from "../show-seller.server.ts";
import {
  type AccountStanding,
  dropPaymentAccount,
  findAccountHolder,
  findAccountState,
  findHolderId,
  savePaymentAccount,
} from "./store.server.ts";

/**
 * Safe in any order and at once; an account that is no longer ours is deleted (rule: bookable).
 * @throws Stripe's error when it does not answer.
 */
export const refreshAccount = defineJob("refresh-account", async (ctx, { accountId }) => {
  const id = await findHolderId(ctx.db, accountId);
  if (id === null) return;
  await storeNewest(ctx.db, professionalProfiles, id, async (version) => {
    const standing = await readState(ctx, accountId);
    await ctx.db.transaction(async (tx) => {
      await takeVersion(tx, professionalProfiles, id, version);
      await write(ctx, tx, accountId, standing);
    });
  });
});

async function write(
  ctx: Context,
  tx: Transaction,
  accountId: string,
  standing: AccountStanding | null,
): Promise<void> {
  const holder = await findAccountHolder(tx, accountId);
  if (!holder) return;
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
    // After the listings, which lock the professional's time and the slots.
    await noteProfessionalBookable(tx, { id: professionalId }, now);
  }
  if (isPayable || !(holder.canReceiveCharges || standing === null)) return;
  await enqueueMail(ctx, tx, {
    kind: "payment-account-restricted",
    reference: `${professionalId} ${now.toISOString()}`,
    to: holder.email,
    data: { professionalId },
  });
}

/**
 * Null when no longer ours to use (https://docs.stripe.com/connect/account-capabilities#transfers).
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

/**
 * Asked anew, since somebody may be back before the webhook; the stored state without an answer.
 */
export async function refreshOwnAccount(ctx: Context): Promise<OwnProfessional | null> {
  const accountId = (await showOwnProfessional(ctx))?.stripeConnectAccountId;
  if (accountId) {
    await refreshAccount(ctx, { accountId }).catch((error: unknown) =>
      ctx.log.warn({ err: error, accountId }, "an account could not be asked for"),
    );
  }
  return showOwnProfessional(ctx);
}

export interface AccountMail {
  siteUrl: string;
  businessName: string;
  state: PaymentAccountState;
}

export async function readAccountMail(
  ctx: Context,
  mail: QueuedMail<"payment-account-restricted">,
): Promise<AccountMail | null> {
  const row = await findAccountState(ctx.db, mail.data.professionalId);
  if (!row) return null;
  const state = paymentAccountState(row);
  if (state === "ready") return null;
  return { siteUrl: ctx.config.appUrl, businessName: row.businessName, state };
}
