import type { z } from "zod";
import { hashSecret, newId, newSecret } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import * as addresses from "#site/addresses.ts";
import { limitByAddress, mayMail } from "../../accounts/limit-logins.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import { createGuestAccount } from "../../accounts/sign-up/sign-up.server.ts";
import type { Actor, Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { parseInput } from "../../parse.ts";
import { readSiteId } from "../../payments/prepare-payment.server.ts";
import { CHECKOUT_LIFETIME } from "../../payments/rules.ts";
import { alreadySubscribed, PROCESSING_CHOICE } from "../labels.ts";
import {
  guestResultPath,
  isLive,
  PLAN_TYPES,
  type PlanType,
  type PriceKey,
  planAndPriceOf,
  planOf,
} from "../rules.ts";
import { chooseGuestPlanInput, choosePlanInput } from "../schema.ts";
import { findCustomer, findSubscription, lockSubscriber } from "../store.server.ts";
import { recordPlan } from "./begin-subscription.server.ts";
import { openCheckout } from "./open-checkout.server.ts";
import { settleCheckout } from "./settle-checkout.server.ts";
import { type Checkout, findCheckout, insertCheckout, updateCheckout } from "./store.server.ts";

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

/**
 * Never says whether the e-mail has an account or plan (rules: guest-account, same-answer); the
 * proof is for this browser's cookie (rule: buyer-proof).
 * @throws AppError `rate_limited` by network address, `provider_unavailable` after 10 s.
 */
export async function chooseGuestPlan(ctx: Context, input: z.input<typeof chooseGuestPlanInput>) {
  const { planType, email, guestProof: known } = parseInput(chooseGuestPlanInput, input);
  await limitByAddress(ctx, "guest-subscription");
  const guestProof = known ?? newSecret();
  const checkout = await prepareForGuest(ctx, { planType, email, guestProof });
  const resultPath = guestResultPath(planType, email);
  if (checkout.status === "complete") return { activated: true, url: null, resultPath, guestProof };
  const { checkoutUrl } = await openCheckout(ctx, checkout);
  return { activated: false, url: checkoutUrl, resultPath, guestProof };
}

async function prepareForGuest(
  ctx: Context,
  { planType, email, guestProof }: { planType: PlanType; email: string; guestProof: string },
): Promise<Checkout> {
  const now = ctx.now();
  const { appUrl } = ctx.config;
  const checkout = {
    id: newId(),
    buyerEmail: email,
    priceKey: PLAN_TYPES[planType],
    successUrl: appUrl + guestResultPath(planType, email, "{CHECKOUT_SESSION_ID}"),
    cancelUrl: `${appUrl}${addresses.paymentCanceled}`,
    guestProofHash: hashSecret(guestProof),
    expiresAt: new Date(now.getTime() + CHECKOUT_LIFETIME),
    createdAt: now,
  };
  const { priceKey, guestProofHash } = checkout;
  if (priceKey !== "free") {
    return ctx.db.transaction(async (tx) => {
      const recovery = { offer: priceKey, guest_proof: guestProofHash, site: await readSiteId(tx) };
      return insertCheckout(tx, { ...checkout, recovery });
    });
  }
  // Beyond a mailbox's share of mails nothing happens, and the answer is the same.
  const isWelcome = await mayMail(ctx, "guest-subscription", email);
  return ctx.db.transaction(async (tx) => {
    const kept = await insertCheckout(tx, { ...checkout, status: "complete", settledAt: now });
    if (isWelcome) await takeFreePlanAsGuest(ctx, tx, kept);
    return kept;
  });
}

async function takeFreePlanAsGuest(
  ctx: Context,
  tx: Transaction,
  checkout: Checkout,
): Promise<void> {
  const { id: reference, buyerEmail: email } = checkout;
  const { userId, isNew } = await createGuestAccount(ctx, tx, { email, reference });
  await updateCheckout(tx, checkout.id, { userId, accountCreated: isNew });
  if (!(await recordPlan(ctx, tx, { userId, planId: "free" }))) return;
  await enqueueMail(ctx, tx, {
    kind: "subscription-confirmed",
    reference,
    to: email,
    data: { checkoutId: reference },
  });
}
