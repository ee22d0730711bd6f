import Stripe from "stripe";
import * as addresses from "#site/addresses.ts";
import { signLink } from "../../accounts/logins/sign-login.server.ts";
import { EMAIL_REQUIRED } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { createOnce, findMarked, madeSince } from "../prepare-payment.server.ts";
import { findPayment, type Payment, saveCheckout } from "../store.server.ts";
import { endCheckout } from "./read-checkout.server.ts";

export type Opening =
  | { outcome: "open"; payment: Payment }
  /** There is certainly no checkout. */
  | { outcome: "refused"; payment: Payment; cause: Error };

/**
 * Made once under the payment's id; every parameter comes from its row.
 * @throws AppError `provider_unavailable` when nobody knows whether it was made.
 */
export async function openCheckout(ctx: Context, payment: Payment): Promise<Opening> {
  if (payment.status !== "creating") return { outcome: "open", payment };
  let checkout: Stripe.Checkout.Session;
  try {
    const { sessions } = ctx.stripe.checkout;
    const cancelToken = await signLink(ctx, "payment-cancel", payment.id);
    const params = checkoutParams(ctx, payment, cancelToken);
    checkout = await createOnce(ctx, payment.id, {
      find: (options) =>
        findMarked(
          sessions.list(madeSince(payment.createdAt), options),
          (one) => one.client_reference_id === payment.id,
        ),
      make: (options) => sessions.create(params, options),
    });
  } catch (error) {
    if (isRefusal(error)) {
      ctx.log.error({ err: error, paymentId: payment.id }, "the provider refused a checkout");
      return { outcome: "refused", payment, cause: error };
    }
    ctx.log.warn({ err: error, paymentId: payment.id }, "nobody knows whether a checkout exists");
    throw new AppError("provider_unavailable", { cause: error });
  }
  const saved = await saveCheckout(ctx.db, payment.id, {
    checkoutSessionId: checkout.id,
    checkoutUrl: checkout.url,
  });
  const current = saved ?? (await findPayment(ctx.db, { id: payment.id }));
  if (!current) throw new Error(`payment ${payment.id} is gone`);
  // Ended or put under review meanwhile, without this page being known: nobody may pay on it.
  if (current.checkoutSessionId !== checkout.id) await endCheckout(ctx, checkout.id);
  return { outcome: "open", payment: current };
}

/** Cards include wallets. Slower methods would hold a seat for days (rule: processing-payment). */
export const CARD_ONLY = {
  allowed_payment_method_types: ["card"],
} satisfies Partial<Stripe.Checkout.SessionCreateParams>;

/**
 * The account gets the total minus the fee (rule: commission,
 * https://docs.stripe.com/connect/destination-charges).
 */
function checkoutParams(
  ctx: Context,
  payment: Payment,
  cancelToken: string,
): Stripe.Checkout.SessionCreateParams {
  // Never read back: leads from the provider's dashboard to our log.
  const metadata = {
    ...payment.recovery,
    payment_id: payment.id,
    ...(payment.requestId && { request_id: payment.requestId }),
  };
  return {
    mode: "payment",
    ...CARD_ONLY,
    ui_mode: "hosted_page",
    locale: "fr",
    client_reference_id: payment.id,
    metadata,
    customer_email: payment.payerEmail,
    expires_at: Math.floor(payment.expiresAt.getTime() / 1000),
    adaptive_pricing: { enabled: false },
    line_items: [
      {
        quantity: payment.quantity,
        price_data: {
          currency: payment.currency,
          unit_amount: payment.amountCents / payment.quantity,
          product_data: { name: payment.description },
        },
      },
    ],
    payment_intent_data: {
      description: payment.description,
      metadata,
      ...(payment.destinationAccount && {
        application_fee_amount: payment.applicationFeeCents,
        transfer_data: { destination: payment.destinationAccount },
      }),
    },
    success_url: payment.successUrl,
    cancel_url: `${ctx.config.appUrl}${addresses.cancelPayment(cancelToken)}`,
  };
}

/** Came before anything was made; a 5xx, a time-out or a 409 proves nothing. */
export function isRefusal(error: unknown): error is Error {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError ||
    error instanceof Stripe.errors.StripeRateLimitError
  );
}

/** The account to be paid is gone, restricted or no longer ours to use. */
export function isOfDestination(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  const { code, param } = error;
  return code === "account_invalid" || param?.includes("[destination]") === true;
}

/** Of a guest (https://docs.stripe.com/error-codes#email-invalid). */
export function asWrongEmail(error: unknown): AppError | null {
  const isWrong =
    error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "email_invalid";
  if (!isWrong) return null;
  return new AppError("invalid_input", { fields: { email: [EMAIL_REQUIRED] }, cause: error });
}
