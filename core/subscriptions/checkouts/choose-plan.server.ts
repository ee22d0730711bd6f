import type { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import * as addresses from "#site/addresses.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Actor, Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { readSiteId } from "../../payments/prepare-payment.server.ts";
import { CHECKOUT_LIFETIME } from "../../payments/rules.ts";
import { alreadySubscribed, PROCESSING_CHOICE } from "../labels.ts";
import { recordPlan } from "../read-subscription.server.ts";
import { isLive, PLAN_TYPES, type PriceKey, planAndPriceOf, planOf } from "../rules.ts";
import { choosePlanInput } from "../schema.ts";
import { findCustomer, findSubscription, lockSubscriber } from "../store.server.ts";
import { openCheckout } from "./open-checkout.server.ts";
import { settleCheckout } from "./settle-checkout.server.ts";
import { findCheckout, insertCheckout } from "./store.server.ts";

/**
 * Asking again for the same plan answers the open page. `url` is where to pay, or where a deciding
 * bank's answer shows; null when nothing is to be paid.
 * @throws AppError `conflict` for somebody with a paid plan, which is changed in the portal,
 * `provider_unavailable` after 10 s without an answer.
 */
export async function choosePlan(ctx: Context, input: z.input<typeof choosePlanInput>) {
  const actor = requireActor(ctx);
  const priceKey = PLAN_TYPES[parseInput(choosePlanInput, input).planType];
  if (priceKey === "free") {
    await takeFreePlan(ctx, actor);
    return { activated: true, url: null };
  }
  let wanted = await prepare(ctx, actor, priceKey);
  if (!wanted.isNew) {
    const { id } = wanted.checkout;
    const isSame = wanted.checkout.priceKey === priceKey;
    const known = await settleCheckout(ctx, { checkoutId: id, abandon: !isSame });
    const { processingAt, checkoutSessionId } = known ?? {};
    if (processingAt && !isSame) {
      throw new AppError("conflict", { message: PROCESSING_CHOICE });
    }
    // Nobody pays twice while the bank decides: the result page says so.
    if (known && processingAt && checkoutSessionId) {
      const url = known.successUrl.replace("{CHECKOUT_SESSION_ID}", checkoutSessionId);
      return { activated: false, url };
    }
    if (known?.status === "open" && isSame) return { activated: false, url: known.checkoutUrl };
    wanted = await prepare(ctx, actor, priceKey);
    // Still open: it is being paid at this moment.
    if (!wanted.isNew) throw new AppError("conflict");
  }
  const { checkoutUrl } = await openCheckout(ctx, wanted.checkout);
  return { activated: false, url: checkoutUrl };
}

async function takeFreePlan(ctx: Context, { userId }: Actor): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await recordPlan(ctx, tx, { userId, planId: "free" });
    await requireNoPaidPlan(tx, userId);
  });
}

/** One checkout per user at a time: the open one, or a new one without a page yet. */
function prepare(ctx: Context, actor: Actor, priceKey: PriceKey) {
  const { userId } = actor;
  return ctx.db.transaction(async (tx) => {
    await lockSubscriber(tx, userId);
    await requireNoPaidPlan(tx, userId);
    const open = await findCheckout(tx, { openFor: userId });
    if (open) return { isNew: false, checkout: open };
    await recordPlan(ctx, tx, { userId, planId: planAndPriceOf(priceKey).plan.id });
    const now = ctx.now();
    const checkout = await insertCheckout(tx, {
      id: newId(),
      userId,
      buyerEmail: actor.email,
      priceKey,
      stripeCustomerId: await findCustomer(tx, userId),
      successUrl: `${ctx.config.appUrl}${addresses.subscriptionSuccess}?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${ctx.config.appUrl}${addresses.subscriptionCanceled}`,
      expiresAt: new Date(now.getTime() + CHECKOUT_LIFETIME),
      createdAt: now,
      recovery: { offer: priceKey, user_id: userId, site: await readSiteId(tx) },
    });
    return { isNew: true, checkout };
  });
}

async function requireNoPaidPlan(tx: Parameters<typeof findSubscription>[0], userId: string) {
  const current = await findSubscription(tx, { userId });
  const isPaid = current && isLive(current.status) && planOf(current.planType) !== "free";
  const billed = await findSubscription(tx, { userId, only: "billed" });
  const plan = isPaid ? current : billed;
  if (plan) throw new AppError("conflict", { message: alreadySubscribed(plan.planType) });
}
