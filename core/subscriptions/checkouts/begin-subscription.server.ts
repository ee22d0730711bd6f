import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { createGuestAccount } from "../../accounts/sign-up/sign-up.server.ts";
import type { Context } from "../../context.server.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import type { Reading } from "../read-subscription.server.ts";
import { isLive, type PlanId, planAndPriceOf, stateOf } from "../rules.ts";
import {
  copyPlanToProfile,
  endFreePlan,
  findAccountStatus,
  findSubscription,
  insertSubscription,
  lockSubscriber,
  type Subscription,
  updateSubscription,
} from "../store.server.ts";
import { lockCheckout, updateCheckout } from "./store.server.ts";

/**
 * Once, however often reported; a guest gets an account (rule: guest-account). A second
 * subscription, or one of an account closed meanwhile, is to be ended and refunded.
 */
export async function beginSubscription(ctx: Context, checkoutId: string, reading: Reading) {
  await ctx.db.transaction(async (tx) => {
    const checkout = await lockCheckout(tx, checkoutId);
    if (checkout.status === "complete" || checkout.status === "returned") return;
    const account =
      checkout.userId === null
        ? await createGuestAccount(ctx, tx, {
            email: checkout.buyerEmail,
            reference: checkout.id,
          })
        : { userId: checkout.userId, isNew: false };
    const { userId } = account;
    await lockSubscriber(tx, userId);
    const now = ctx.now();
    const outcome = {
      userId,
      accountCreated: account.isNew,
      stripeCustomerId: reading.stripeCustomerId,
      stripeSubscriptionId: reading.stripeSubscriptionId,
      processingAt: null,
    };
    const isUsable = (await findAccountStatus(tx, userId)) === "active";
    if (!isUsable || (await findSubscription(tx, { userId, only: "billed" }))) {
      ctx.log.warn({ checkoutId, userId }, "a needless subscription is given back");
      await updateCheckout(tx, checkout.id, { ...outcome, status: "returned" });
      await notifyBuyer(ctx, tx, "subscription-returned", checkout);
      return;
    }
    await updateCheckout(tx, checkout.id, { ...outcome, status: "complete", settledAt: now });
    await write(ctx, tx, userId, reading);
    await notifyBuyer(ctx, tx, "subscription-confirmed", checkout);
  });
}

async function write(ctx: Context, tx: Transaction, userId: string, reading: Reading) {
  const now = ctx.now();
  if (reading.priceKey === null)
    throw new Error(`${reading.stripeSubscriptionId} bills nothing of ours`);
  const { plan } = planAndPriceOf(reading.priceKey);
  const row: Partial<Subscription> & Pick<Subscription, "planType" | "status"> = {
    planType: plan.id,
    priceKey: reading.priceKey,
    status: stateOf(reading.status, reading.invoicedAt, now),
    stripeCustomerId: reading.stripeCustomerId,
    stripeSubscriptionId: reading.stripeSubscriptionId,
    stripePriceId: reading.stripePriceId,
    currentPeriodEnd: reading.currentPeriodEnd,
    cancelAt: reading.cancelAt,
    pastDueSince: reading.status === "past_due" ? reading.invoicedAt : null,
    updatedAt: now,
    checkedAt: now,
  };
  const isInForce = isLive(row.status);
  if (isInForce) await endFreePlan(tx, userId, now);
  const unpaid = await findSubscription(tx, { userId, only: "unpaid" });
  if (unpaid) await updateSubscription(tx, unpaid.id, row);
  else await insertSubscription(tx, { id: newId(), userId, createdAt: now, ...row });
  if (isInForce) await copyPlanToProfile(tx, userId, plan.id, now);
}

function notifyBuyer(
  ctx: Context,
  tx: Transaction,
  kind: "subscription-confirmed" | "subscription-returned",
  checkout: { id: string; buyerEmail: string },
) {
  const data = { checkoutId: checkout.id };
  return enqueueMail(ctx, tx, { kind, reference: checkout.id, to: checkout.buyerEmail, data });
}

/**
 * The free plan is in force at once unless another is, a paid one once paid (rule: plan-truth).
 * @returns whether this call put it in force.
 */
export async function recordPlan(
  ctx: Context,
  tx: Transaction,
  { userId, planId }: { userId: string; planId: PlanId },
): Promise<boolean> {
  await lockSubscriber(tx, userId);
  const now = ctx.now();
  const times = { createdAt: now, updatedAt: now };
  if (planId !== "free") {
    if (await findSubscription(tx, { userId, only: "billed" })) return false;
    const unpaid = await findSubscription(tx, { userId, only: "unpaid" });
    if (unpaid) {
      await updateSubscription(tx, unpaid.id, { planType: planId, updatedAt: now });
    } else {
      const status = "inactive";
      await insertSubscription(tx, { id: newId(), userId, planType: planId, status, ...times });
    }
    return false;
  }
  const current = await findSubscription(tx, { userId });
  if (current && isLive(current.status)) return false;
  const free = { id: newId(), userId, planType: planId, status: "active" } as const;
  await insertSubscription(tx, { ...free, ...times });
  await copyPlanToProfile(tx, userId, planId, now);
  return true;
}
