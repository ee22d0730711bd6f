import Stripe from "stripe";
import type { Context } from "../../context.server.ts";
import { monthsAfter } from "../../dates.ts";
import { AppError } from "../../errors.ts";
import { asWrongEmail, CARD_ONLY } from "../../payments/checkouts/open-checkout.server.ts";
import { createOnce, findMarked, madeSince } from "../../payments/create-once.server.ts";
import { paymentLabel, SUBSCRIPTION_FAILURE } from "../labels.ts";
import { isPriceKey, type PriceKey, planAndPriceOf } from "../rules.ts";
import { ensurePrices } from "./ensure-prices.server.ts";
import { ensureTaxRate } from "./ensure-tax-rate.server.ts";
import { type Checkout, expireCheckout, saveOpening } from "./store.server.ts";

/**
 * Makes the provider's page for a checkout, or finds the existing one: it is made once under the
 * row's id, and every parameter comes from the row and the catalogue.
 *
 * @throws AppError `invalid_input` for a guest's e-mail that the provider refuses, else
 * `provider_unavailable`; when nobody knows whether a page was made, the reconciler finds out, and
 * a certain refusal ends the checkout.
 */
export async function openCheckout(ctx: Context, checkout: Checkout): Promise<Checkout> {
  if (checkout.status !== "creating") return checkout;
  try {
    const params = await checkoutParams(ctx, checkout);
    const { sessions } = ctx.stripe.checkout;
    const session = await createOnce(ctx, checkout.id, {
      find: (options) =>
        findMarked(
          sessions.list(madeSince(checkout.createdAt), options),
          (one) => one.client_reference_id === checkout.id,
        ),
      make: (options) => sessions.create(params, options),
    });
    const opening = { checkoutSessionId: session.id, checkoutUrl: session.url };
    return (await saveOpening(ctx.db, checkout.id, opening)) ?? checkout;
  } catch (error) {
    ctx.log.error(
      { err: error, checkoutId: checkout.id },
      "a subscription's checkout did not open",
    );
    if (error instanceof Stripe.errors.StripeInvalidRequestError) {
      await expireCheckout(ctx.db, checkout, ctx.now());
    }
    const wrongEmail = checkout.userId === null ? asWrongEmail(error) : null;
    throw (
      wrongEmail ??
      new AppError("provider_unavailable", { message: SUBSCRIPTION_FAILURE, cause: error })
    );
  }
}

/**
 * The price without tax, and the rate that adds the tax as a line (rule: tax-added). The six-month
 * promotion is paid once, today; the monthly price starts when those months are over (rule:
 * six-month-price), so that the provider renews it by itself, and says so before payment.
 */
async function checkoutParams(
  ctx: Context,
  checkout: Checkout,
): Promise<Stripe.Checkout.SessionCreateParams> {
  if (!isPriceKey(checkout.priceKey)) throw new Error(`${checkout.priceKey} is not sold`);
  const { price } = planAndPriceOf(checkout.priceKey);
  const bought: PriceKey[] = [...new Set([checkout.priceKey, price.renewsAs])];
  const prices = await ensurePrices(ctx, bought);
  const taxRates = [await ensureTaxRate(ctx)];
  const metadata = { ...checkout.recovery, subscription_checkout_id: checkout.id };
  const isPromotion = price.renewsAs !== checkout.priceKey;
  const goesOnAt = monthsAfter(checkout.createdAt, price.months);
  return {
    mode: "subscription",
    ...CARD_ONLY,
    ui_mode: "hosted_page",
    locale: "fr",
    client_reference_id: checkout.id,
    metadata,
    ...(checkout.stripeCustomerId
      ? { customer: checkout.stripeCustomerId }
      : { customer_email: checkout.buyerEmail }),
    expires_at: seconds(checkout.expiresAt),
    adaptive_pricing: { enabled: false },
    line_items: bought.map((priceKey) => ({
      price: prices[priceKey],
      quantity: 1,
      tax_rates: taxRates,
    })),
    subscription_data: { metadata, ...(isPromotion && { trial_end: seconds(goesOnAt) }) },
    ...(isPromotion && { custom_text: { submit: { message: `${paymentLabel(price)}.` } } }),
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
  };
}

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000);
