import type Stripe from "stripe";
import { inBatches } from "#platform/batches.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { isPriceKey } from "../rules.ts";
import { isUser } from "../store.server.ts";
import { settleCheckout } from "./settle-checkout.server.ts";
import { deleteGuestCheckouts, findCheckout, insertLostCheckout } from "./store.server.ts";

/**
 * From the ids that the provider kept; refunded where its buyer has another by now.
 * @param session complete, and of this installation.
 * @throws AppError `provider_unavailable` without an answer, `conflict` while another is paid for.
 */
export async function recoverCheckout(ctx: Context, session: Stripe.Checkout.Session) {
  const {
    offer: priceKey = null,
    user_id: named = "",
    guest_proof: proof,
  } = session.metadata ?? {};
  const id = String(session.client_reference_id);
  const buyerEmail = session.customer_email ?? session.customer_details?.email;
  if (!isPriceKey(priceKey) || !buyerEmail) {
    ctx.log.error(
      { checkoutId: session.id },
      "PAYMENT REVIEW: a lost subscription says too little",
    );
    return;
  }
  const userId = (await isUser(ctx.db, named)) ? named : null;
  // One page per user is open at a time, so a newer one ends first.
  const begun = userId && (await findCheckout(ctx.db, { openFor: userId }));
  if (begun) await settleCheckout(ctx, { checkoutId: begun.id, abandon: true });
  await insertLostCheckout(ctx.db, {
    id,
    userId,
    buyerEmail,
    priceKey,
    status: "open",
    checkoutSessionId: session.id,
    successUrl: session.success_url ?? "",
    cancelUrl: session.cancel_url ?? "",
    guestProofHash: proof ?? null,
    expiresAt: new Date(session.expires_at * 1000),
    createdAt: new Date(session.created * 1000),
  });
  if (!(await settleCheckout(ctx, { checkoutId: id }))) throw new AppError("conflict");
}

/** Never paid by their guests (rule: retention). False when some are left for another turn. */
export function purgeCheckouts(ctx: Context, before: Date): Promise<boolean> {
  return inBatches(() => deleteGuestCheckouts(ctx.db, before));
}
