import Stripe from "stripe";
import type { Context } from "../../context.server.ts";
import { monthsAfter } from "../../dates.ts";
import { AppError } from "../../errors.ts";
import { asWrongEmail, CARD_ONLY } from "../../payments/checkouts/open-checkout.server.ts";
import { createOnce, findMarked, madeSince } from "../../payments/prepare-payment.server.ts";
import { paymentLabel, SUBSCRIPTION_FAILURE } from "../labels.ts";
import { isPriceKey, type PriceKey, planAndPriceOf } from "../rules.ts";
import { ensurePrices, ensureTaxRate } from "./ensure-prices.server.ts";
import { type Checkout, expireCheckout, saveOpening } from "./store.server.ts";

/**
 * Made once under the row's id, from the row and the catalogue; a certain refusal ends it.
 * @throws AppError `invalid_input` for a guest's e-mail that the provider refuses,
 * `provider_unavailable` for anything else.
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
 * The six-month price is paid today, the monthly one starts after it, so that the provider renews
 * by itself and says so before payment (rules: tax-added, six-month-price).
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
