import type { z } from "zod";
import { hashSecret, newId, newSecret } from "#platform/ids.server.ts";
import { limitRequests, mayMail } from "../accounts/limit-requests.server.ts";
import type { Context } from "../context.server.ts";
import { HOUR } from "../dates.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { parseInput } from "../parse.ts";
import { readSiteId } from "../payments/read-site-id.server.ts";
import { CHECKOUT_LIFETIME } from "../payments/rules.ts";
import type { ChosenPlan } from "./choose-plan.server.ts";
import { openCheckout } from "./open-checkout.server.ts";
import { guestResultPath, PLAN_TYPES } from "./rules.ts";
import { chooseGuestPlanInput } from "./schema.ts";
import { insertCheckout } from "./store.server.ts";

export interface ChosenGuestPlan extends ChosenPlan {
  /** The page that says what became of it. */
  resultPath: string;
  /** What this browser must keep in a cookie (R27). */
  guestProof: string;
}

/** How long the link works that confirms a free plan. */
const LINK_LIFETIME = 24 * HOUR;

/**
 * Chooses a plan without an account (R27): a paid one opens the provider's page; the free one is in
 * force, and its account made, once the link in the mail is followed, for an e-mail that was typed
 * proves nothing. Whether it has an account, or a plan already, is not said here (R24).
 *
 * @throws AppError `invalid_input`, `rate_limited`, `provider_unavailable` within 10 s.
 */
export async function chooseGuestPlan(
  ctx: Context,
  input: z.input<typeof chooseGuestPlanInput>,
): Promise<ChosenGuestPlan> {
  const { planType, email, guestProof: known } = parseInput(chooseGuestPlanInput, input);
  await limitRequests(ctx, "guest-subscription");
  const guestProof = known ?? newSecret();
  const resultPath = guestResultPath(planType, email);
  const offer = PLAN_TYPES[planType];
  const now = ctx.now();
  const { appUrl } = ctx.config;
  const checkout = {
    id: newId(),
    buyerEmail: email,
    offer,
    successUrl: appUrl + guestResultPath(planType, email, "{CHECKOUT_SESSION_ID}"),
    cancelUrl: `${appUrl}/payment-canceled`,
    guestProofHash: hashSecret(guestProof),
    expiresAt: new Date(now.getTime() + (offer === "free" ? LINK_LIFETIME : CHECKOUT_LIFETIME)),
    createdAt: now,
  };
  if (offer === "free") {
    await askMailbox(ctx, checkout);
    return { activated: false, url: null, resultPath, guestProof };
  }
  const kept = await ctx.db.transaction(async (tx) => {
    const { guestProofHash } = checkout;
    const recovery = { offer, guest_proof: guestProofHash, site: await readSiteId(tx) };
    return insertCheckout(tx, { ...checkout, recovery });
  });
  const { checkoutUrl } = await openCheckout(ctx, kept);
  return { activated: false, url: checkoutUrl, resultPath, guestProof };
}

/** Written down alike for every e-mail; beyond what one mailbox may be sent, no mail goes (R24). */
async function askMailbox(ctx: Context, checkout: Parameters<typeof insertCheckout>[1]) {
  const isWelcome = await mayMail(ctx, "guest-subscription", checkout.buyerEmail);
  const secret = newSecret();
  const linkHash = hashSecret(secret);
  await ctx.db.transaction(async (tx) => {
    const { id, buyerEmail } = await insertCheckout(tx, { ...checkout, status: "open", linkHash });
    if (!isWelcome) return;
    await enqueueMail(ctx, tx, {
      kind: "free-plan-link",
      reference: id,
      to: buyerEmail,
      data: { checkoutId: id },
      secrets: { token: `${id}.${secret}` },
    });
  });
}
