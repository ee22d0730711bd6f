import Stripe from "stripe";
import type { Context } from "../../context.server.ts";
import type { Cents } from "../../money.ts";
import { makeOnce } from "../../payments/make-once.server.ts";
import { PLAN_NAMES } from "../labels.ts";
import { type OfferKey, offerOf } from "../rules.ts";

interface WantedPrice {
  lookupKey: string;
  productId: string;
  productName: string;
  amountCents: Cents;
  recurring: Stripe.PriceCreateParams.Recurring | null;
  metadata: Record<string, string>;
}

/**
 * The prices of offers at the provider, without tax, made when they are first needed. They are
 * found by a key that includes the amount: prices never change there, so another amount is another
 * price.
 *
 * @throws Stripe's error when it does not answer.
 */
export async function ensurePrices<Key extends OfferKey>(
  ctx: Context,
  offers: readonly Key[],
): Promise<Record<Key, string>> {
  const wanted = offers.map(planPrice);
  const known = await ctx.stripe.prices.list({
    lookup_keys: wanted.map(({ lookupKey }) => lookupKey),
    active: true,
    limit: 100,
  });
  const ids = new Map(known.data.map((price) => [price.lookup_key, price.id]));
  for (const price of wanted) {
    if (!ids.has(price.lookupKey)) ids.set(price.lookupKey, await makePrice(ctx, price));
  }
  return Object.fromEntries(
    offers.map((offer) => [offer, String(ids.get(planPrice(offer).lookupKey))]),
  ) as Record<Key, string>;
}

/**
 * How often an offer is billed; the six-month one is paid once, and continues as another (rule:
 * six-month-offer).
 */
function rhythmOf(offer: OfferKey): Stripe.PriceCreateParams.Recurring | null {
  const { price } = offerOf(offer);
  if (price.renewsAs !== offer) return null;
  return { interval: price.months === 12 ? "year" : "month" };
}

/** The provider's product for an offer's plan. */
export function productOf(offer: OfferKey): string {
  const { plan, price } = offerOf(offer);
  return `parenthese_${price.renewsAs === offer ? plan.id : offer}`;
}

function planPrice(offer: OfferKey): WantedPrice {
  const { plan, price } = offerOf(offer);
  const name = `Parenthèse ${PLAN_NAMES[plan.id]}`;
  const promotion = price.renewsAs !== offer;
  return {
    lookupKey: `${offer}_${price.totalCents}`,
    productId: productOf(offer),
    productName: promotion ? `${name}, ${price.months} mois en promotion` : name,
    amountCents: price.totalCents,
    recurring: rhythmOf(offer),
    metadata: { offer },
  };
}

async function makePrice(ctx: Context, wanted: WantedPrice): Promise<string> {
  await makeProduct(ctx, wanted);
  const { prices } = ctx.stripe;
  const price = await makeOnce(ctx, `price-${wanted.lookupKey}`, {
    async find(options) {
      const { data } = await prices.list(
        { lookup_keys: [wanted.lookupKey], active: true },
        options,
      );
      return data[0] ?? null;
    },
    make: (options) =>
      prices.create(
        {
          currency: "eur",
          product: wanted.productId,
          unit_amount: wanted.amountCents,
          lookup_key: wanted.lookupKey,
          metadata: wanted.metadata,
          ...(wanted.recurring && { recurring: wanted.recurring }),
        },
        options,
      ),
  });
  return price.id;
}

async function makeProduct(ctx: Context, { productId: id, productName: name }: WantedPrice) {
  try {
    await ctx.stripe.products.create({ id, name });
  } catch (error) {
    const exists =
      error instanceof Stripe.errors.StripeError && error.code === "resource_already_exists";
    if (!exists) throw error;
  }
}
