import type Stripe from "stripe";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { type Context, defineJob } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { deletedAddress, type Leaver } from "../../mailbox.ts";
import type { Cents } from "../../money.ts";
import { isMissing } from "../../payments/checkouts/read-checkout.server.ts";
import { settleCheckout } from "../checkouts/settle-checkout.server.ts";
import {
  anonymiseCheckouts,
  findBeginning,
  findCheckout,
  listOpenGuestCheckouts,
  updateCheckout,
} from "../checkouts/store.server.ts";
import { planName } from "../labels.ts";
import { readSubscription } from "../read-subscription.server.ts";
import { isLive } from "../rules.ts";
import {
  copyPlanToProfile,
  endFreePlan,
  findAccountStatus,
  findLastBilled,
  findSubscription,
  lockSubscriber,
} from "../store.server.ts";
import { syncSubscription } from "../sync-subscription.server.ts";
import { billingStepOf, unusedShare } from "./rules.ts";

/** For an account closed or opened again during a call. */
const TRIES = 5;

/** With the mark by which we know it for ours. */
const PAUSE: Stripe.SubscriptionUpdateParams = {
  pause_collection: { behavior: "void" },
  metadata: { paused_for: "suspension" },
};
const RESUMPTION: Stripe.SubscriptionUpdateParams = {
  pause_collection: "",
  metadata: { paused_for: "" },
};

/**
 * A suspended account pays nothing, nor what it owed (rule: suspended-plan). No idempotency key:
 * the answer to one would be yesterday's.
 * @throws AppError `provider_unavailable`, or Stripe's error, when a call fails.
 */
export const settleBilling = defineJob("settle-billing", async (ctx, { userId }) => {
  if ((await findAccountStatus(ctx.db, userId)) === "suspended") await closePage(ctx, userId);
  const billed = await findSubscription(ctx.db, { userId, only: "billed" });
  if (!billed?.stripeSubscriptionId) return;
  const { stripeSubscriptionId } = billed;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const reading = await readSubscription(ctx, stripeSubscriptionId);
    const step = reading && billingStepOf(await findAccountStatus(ctx.db, userId), reading);
    if (!step) break;
    const change = step === "pause" ? PAUSE : RESUMPTION;
    await ctx.stripe.subscriptions.update(stripeSubscriptionId, change);
  }
  if ((await findAccountStatus(ctx.db, userId)) === "suspended") {
    await forgive(ctx, stripeSubscriptionId);
  }
  await syncSubscription(ctx, { stripeSubscriptionId });
});

/** Nobody pays for a plan on a page opened before. */
async function closePage(ctx: Context, userId: string): Promise<void> {
  const open = await findCheckout(ctx.db, { openFor: userId });
  if (!open) return;
  const checkout = await settleCheckout(ctx, { checkoutId: open.id, abandon: true });
  if (checkout?.settledAt === null) throw new AppError("provider_unavailable");
}

/**
 * The provider would go on collecting what was billed before
 * (https://docs.stripe.com/billing/subscriptions/pause-payment).
 */
async function forgive(ctx: Context, subscription: string): Promise<void> {
  const { invoices } = ctx.stripe;
  for (const { id } of (await invoices.list({ subscription, status: "draft" })).data) {
    await invoices.finalizeInvoice(String(id), { auto_advance: false });
  }
  for (const { id } of (await invoices.list({ subscription, status: "open" })).data) {
    await invoices.voidInvoice(String(id));
  }
}

/**
 * Ends open pages too, also guests' with this e-mail (rule: account-deletion). An account opened
 * again keeps its plan, since nothing brings a cancelled one back.
 * @throws AppError `provider_unavailable`, or Stripe's error, when a call fails.
 */
export const stopBilling = defineJob(
  "stop-billing",
  async (ctx, { userId, guestCheckoutIds, keepsNames = false }) => {
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
  },
);

export interface BilledPlan {
  name: string;
  /** False once it is over, or owed for too long. */
  isLive: boolean;
  paidUntil: Date | null;
  /** The provider collects nothing since then (rule: suspended-plan). */
  pausedAt: Date | null;
  /** With tax, of what was last paid, for the time after an instant. */
  unusedAfter(instant: Date): Cents;
}

export async function findBilledPlan(db: Executor, userId: string): Promise<BilledPlan | null> {
  const row = await findLastBilled(db, userId);
  if (!row?.stripeSubscriptionId) return null;
  const { planType, currentPeriodEnd: paidUntil, billingPausedAt: pausedAt } = row;
  const beginning = await findBeginning(db, row.stripeSubscriptionId);
  return {
    ...{ name: planName(planType) ?? planType, isLive: isLive(row.status), paidUntil, pausedAt },
    unusedAfter: (instant) => unusedShare(row, beginning, instant),
  };
}

/** A job ends a billed plan at the provider; payments stay, nameless (rule: account-deletion). */
export async function anonymiseSubscriber(ctx: Context, tx: Transaction, leaver: Leaver) {
  const { userId } = leaver;
  await lockSubscriber(tx, userId);
  const now = ctx.now();
  if (await endFreePlan(tx, userId, now)) await copyPlanToProfile(tx, userId, null, now);
  await anonymiseCheckouts(tx, leaver);
  const guestCheckoutIds = await listOpenGuestCheckouts(tx, leaver.email);
  await ctx.jobs.send(tx, "stop-billing", { userId, guestCheckoutIds });
}
