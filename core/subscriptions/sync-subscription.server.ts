import { storeNewest, takeVersion } from "#platform/newest-answer.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { type Context, defineJob } from "../context.server.ts";
import { HOUR, MINUTE } from "../durations.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { beginReconciliation } from "../payments/reconciliation-run.server.ts";
import { CREATION_PATIENCE, isId } from "../payments/rules.ts";
import { professionalSubscriptions } from "../tables.server.ts";
import { billingStepOf } from "./billing/rules.ts";
import { settleCheckout } from "./checkouts/settle-checkout.server.ts";
import { claimCheckouts, findCheckout } from "./checkouts/store.server.ts";
import { type Reading, readSubscription } from "./read-subscription.server.ts";
import { GRACE, isLive, isPriceKey, planAndPriceOf, planOf, stateOf } from "./rules.ts";
import {
  claimBilled,
  copyPlanToProfile,
  endFreePlan,
  findAccountStatus,
  findEmail,
  findSubscription,
  lockSubscriber,
  type Subscription,
  updateSubscription,
} from "./store.server.ts";

/**
 * By the provider's present answer, in any order and number (rules: plan-truth, plan-end).
 * @throws AppError `provider_unavailable` when it does not answer.
 */
export async function syncSubscription(
  ctx: Context,
  { stripeSubscriptionId }: { stripeSubscriptionId: string },
): Promise<void> {
  const which = { stripeSubscriptionId };
  const known = (await findSubscription(ctx.db, which)) ?? (await begin(ctx, which));
  if (!known) return;
  const { id } = known;
  await storeNewest(ctx.db, professionalSubscriptions, id, async (version) => {
    const reading = await readSubscription(ctx, stripeSubscriptionId);
    await ctx.db.transaction((tx) => take(ctx, tx, { ...known, version }, reading));
  });
}

const FORGOTTEN = {
  ...{ status: "canceled", stripeCustomerId: null, invoiceId: null, invoicedAt: null },
  ...{ isPaused: false, isOurPause: false },
};

/**
 * Its checkout decides whether it is ours and paid. Another process may have begun it with an
 * answer older than the caller's event, so what it returns is still to be read.
 */
async function begin(ctx: Context, which: { stripeSubscriptionId: string }) {
  const id = (await readSubscription(ctx, which.stripeSubscriptionId))?.checkoutId ?? null;
  const checkout = isId(id) ? await findCheckout(ctx.db, { id }) : null;
  if (!checkout) return null;
  await settleCheckout(ctx, { checkoutId: checkout.id });
  return findSubscription(ctx.db, which);
}

async function take(
  ctx: Context,
  tx: Transaction,
  { id, userId, version }: Pick<Subscription, "id" | "userId"> & { version: string },
  reading: Reading | null,
): Promise<void> {
  await lockSubscriber(tx, userId);
  await takeVersion(tx, professionalSubscriptions, id, version);
  const before = await findSubscription(tx, { id });
  if (!before) return;
  // The provider no longer knows it, so it bills nobody.
  const said = reading ?? { ...before, ...FORGOTTEN };
  const now = ctx.now();
  const isOwed = said.status === "past_due" || said.status === "unpaid";
  const pastDueSince = isOwed ? (before.pastDueSince ?? said.invoicedAt ?? now) : null;
  const priceKey = isPriceKey(said.priceKey) ? said.priceKey : null;
  const planType = priceKey ? planAndPriceOf(priceKey).plan.id : before.planType;
  const status = stateOf(said.status, pastDueSince, now);
  // The free plan may have been taken while a payment was owed for too long.
  if (isLive(status) && !isLive(before.status)) await endFreePlan(tx, before.userId, now);
  await updateSubscription(tx, before.id, {
    planType,
    status,
    priceKey: priceKey ?? before.priceKey,
    stripeCustomerId: said.stripeCustomerId,
    stripePriceId: said.stripePriceId,
    currentPeriodEnd: said.currentPeriodEnd,
    cancelAt: said.cancelAt,
    pastDueSince,
    billingPausedAt: said.isPaused ? (before.billingPausedAt ?? now) : null,
    updatedAt: now,
    checkedAt: now,
  });
  if (billingStepOf(await findAccountStatus(tx, before.userId), said)) {
    await ctx.jobs.send(tx, "settle-billing", { userId: before.userId });
  }
  if (isLive(status) || isLive(before.status)) {
    const plan = isLive(status) ? planOf(planType) : null;
    await copyPlanToProfile(tx, before.userId, plan, now);
  }
  const data = { subscriptionId: before.id };
  const to = await findEmail(tx, before.userId);
  if (status === "past_due" && said.invoiceId) {
    const kind = "subscription-renewal-failed";
    await enqueueMail(ctx, tx, { kind, reference: said.invoiceId, to, data });
  }
  if (isLive(status) && said.cancelAt && !before.cancelAt) {
    // One mail each, since the plan may be taken up again before its end.
    const reference = `${before.id} ${now.toISOString()}`;
    await enqueueMail(ctx, tx, { kind: "subscription-cancelled", reference, to, data });
  }
  if (status === "canceled" && before.status !== "canceled") {
    await enqueueMail(ctx, tx, { kind: "subscription-ended", reference: before.id, to, data });
  }
}

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
export const reconcileSubscriptions = defineJob("reconcile-subscriptions", async (ctx) => {
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
});
