import type { z } from "zod";
import { hashSecret, newId, newSecret } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import * as addresses from "#site/addresses.ts";
import { limitByAddress, mayMail } from "../../accounts/limit-logins.server.ts";
import { createGuestAccount } from "../../accounts/sign-up/sign-up.server.ts";
import type { Context } from "../../context.server.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { parseInput } from "../../parse.ts";
import { readSiteId } from "../../payments/prepare-payment.server.ts";
import { CHECKOUT_LIFETIME } from "../../payments/rules.ts";
import { recordPlan } from "../read-subscription.server.ts";
import { guestResultPath, PLAN_TYPES, type PlanType } from "../rules.ts";
import { chooseGuestPlanInput } from "../schema.ts";
import { openCheckout } from "./open-checkout.server.ts";
import { type Checkout, insertCheckout, updateCheckout } from "./store.server.ts";

/**
 * Never says whether the e-mail has an account or plan (rules: guest-account, same-answer); the
 * proof is for this browser's cookie (rule: buyer-proof).
 * @throws AppError `rate_limited` by network address, `provider_unavailable` after 10 s.
 */
export async function chooseGuestPlan(ctx: Context, input: z.input<typeof chooseGuestPlanInput>) {
  const { planType, email, guestProof: known } = parseInput(chooseGuestPlanInput, input);
  await limitByAddress(ctx, "guest-subscription");
  const guestProof = known ?? newSecret();
  const checkout = await prepare(ctx, { planType, email, guestProof });
  const resultPath = guestResultPath(planType, email);
  if (checkout.status === "complete") return { activated: true, url: null, resultPath, guestProof };
  const { checkoutUrl } = await openCheckout(ctx, checkout);
  return { activated: false, url: checkoutUrl, resultPath, guestProof };
}

/** The free plan comes with its request, in one transaction. */
async function prepare(
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
    if (isWelcome) await takeFreePlan(ctx, tx, kept);
    return kept;
  });
}

async function takeFreePlan(ctx: Context, tx: Transaction, checkout: Checkout): Promise<void> {
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
