import Stripe from "stripe";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import type { ProviderAnswer, ProviderClaim } from "../schema.ts";

/**
 * Only the provider decides (rules: hold-release, payment-truth). Null: nobody can pay it.
 * @throws AppError `provider_unavailable` when it does not answer.
 */
export async function readCheckout(
  ctx: Context,
  checkoutId: string,
): Promise<ProviderAnswer | null> {
  const expand = ["payment_intent.latest_charge"];
  const { sessions } = ctx.stripe.checkout;
  const checkout = await askProvider(ctx, sessions.retrieve(checkoutId, { expand }));
  return checkout && toAnswer(checkout);
}

/** The payer may have been faster. @throws AppError `provider_unavailable` when nobody answers. */
export async function expireCheckout(
  ctx: Context,
  checkoutId: string,
): Promise<ProviderAnswer | null> {
  await endCheckout(ctx, checkoutId);
  return readCheckout(ctx, checkoutId);
}

/**
 * One paid or expired a moment ago stays as it is; the next read tells which.
 * @throws AppError `provider_unavailable`, without asking again, which takes too long.
 */
export async function endCheckout(ctx: Context, checkoutId: string): Promise<void> {
  try {
    await ctx.stripe.checkout.sessions.expire(checkoutId);
  } catch (error) {
    ctx.log.info({ err: error, checkoutId }, "a checkout could not be ended");
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) {
      throw new AppError("provider_unavailable", { cause: error });
    }
  }
}

/** Null for no such object. @throws AppError `provider_unavailable` for other, logged errors. */
export async function askProvider<Found>(
  { log }: Pick<Context, "log">,
  asked: Promise<Found>,
): Promise<Found | null> {
  try {
    return await asked;
  } catch (error) {
    if (isMissing(error)) return null;
    log.warn({ err: error }, "the provider gave no answer");
    throw new AppError("provider_unavailable", { cause: error });
  }
}

export function toClaim(checkout: Stripe.Checkout.Session): ProviderClaim {
  return {
    reference: checkout.client_reference_id,
    livemode: checkout.livemode,
    amountCents: checkout.amount_total,
    currency: checkout.currency,
  };
}

function toAnswer(checkout: Stripe.Checkout.Session): ProviderAnswer {
  return {
    ...toClaim(checkout),
    checkoutId: checkout.id,
    status: checkout.status ?? "open",
    paymentStatus: checkout.payment_status,
    intent: toIntent(checkout.payment_intent),
  };
}

function toIntent(intent: Stripe.Checkout.Session["payment_intent"]): ProviderAnswer["intent"] {
  if (intent === null || typeof intent === "string") return null;
  const charge = typeof intent.latest_charge === "string" ? null : intent.latest_charge;
  return {
    id: intent.id,
    status: intent.status,
    receivedCents: intent.amount_received,
    currency: intent.currency,
    destination: idOf(intent.transfer_data?.destination),
    feeCents: intent.application_fee_amount ?? 0,
    chargeId: idOf(intent.latest_charge),
    refundedCents: charge?.amount_refunded ?? 0,
  };
}

export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === "resource_missing";
}

/** Gone, or access revoked. A key without the permission gets another 403, which says nothing. */
export function isAccountLost(error: unknown): boolean {
  return (
    isMissing(error) ||
    (error instanceof Stripe.errors.StripeError && error.code === "account_invalid")
  );
}

export function idOf(field: string | { id: string } | null | undefined): string | null {
  return typeof field === "string" ? field : (field?.id ?? null);
}
