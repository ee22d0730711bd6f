import Stripe from "stripe";
import type { Context } from "../../context.server.ts";
import { type Cents, VAT_PERCENT } from "../../money.ts";
import { createOnce, findMarked } from "../../payments/prepare-payment.server.ts";
import { PLAN_NAMES } from "../labels.ts";
import { type PriceKey, planAndPriceOf } from "../rules.ts";

interface WantedPrice {
  lookupKey: string;
  productId: string;
  productName: string;
  amountCents: Cents;
  recurring: Stripe.PriceCreateParams.Recurring | null;
  metadata: Record<string, string>;
}

/**
 * Without tax. The key includes the amount, since prices never change at the provider; `offer` is
 * the catalogue key's first name there.
 * @throws Stripe's error when it does not answer.
 */
export async function ensurePrices<Key extends PriceKey>(
  ctx: Context,
  keys: readonly Key[],
): Promise<Record<Key, string>> {
  const wanted = keys.map(planPrice);
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
    keys.map((priceKey) => [priceKey, String(ids.get(planPrice(priceKey).lookupKey))]),
  ) as Record<Key, string>;
}

/** The six-month price is paid once, and continues as another (rule: six-month-price). */
function rhythmOf(priceKey: PriceKey): Stripe.PriceCreateParams.Recurring | null {
  const { price } = planAndPriceOf(priceKey);
  if (price.renewsAs !== priceKey) return null;
  return { interval: price.months === 12 ? "year" : "month" };
}

export function productOf(priceKey: PriceKey): string {
  const { plan, price } = planAndPriceOf(priceKey);
  return `parenthese_${price.renewsAs === priceKey ? plan.id : priceKey}`;
}

function planPrice(priceKey: PriceKey): WantedPrice {
  const { plan, price } = planAndPriceOf(priceKey);
  const name = `Parenthèse ${PLAN_NAMES[plan.id]}`;
  const promotion = price.renewsAs !== priceKey;
  return {
    lookupKey: `${priceKey}_${price.totalCents}`,
    productId: productOf(priceKey),
    productName: promotion ? `${name}, ${price.months} mois en promotion` : name,
    amountCents: price.totalCents,
    recurring: rhythmOf(priceKey),
    metadata: { offer: priceKey },
  };
}

async function makePrice(ctx: Context, wanted: WantedPrice): Promise<string> {
  await makeProduct(ctx, wanted);
  const { prices } = ctx.stripe;
  const price = await createOnce(ctx, `price-${wanted.lookupKey}`, {
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

/**
 * Shown as a line of its own (rule: tax-added); one made by the operator serves too.
 * @throws Stripe's error when it does not answer.
 */
export async function ensureTaxRate(ctx: Context): Promise<string> {
  const wanted = { country: "FR", percentage: VAT_PERCENT, tax_type: "vat" };
  const { taxRates } = ctx.stripe;
  const find = (options?: Stripe.RequestOptions) =>
    findMarked(
      taxRates.list({ active: true, inclusive: false, limit: 100 }, options),
      (rate) =>
        rate.country === wanted.country &&
        rate.percentage === wanted.percentage &&
        rate.tax_type === wanted.tax_type,
    );
  const made =
    (await find()) ??
    (await createOnce(ctx, `tax-rate-FR-${VAT_PERCENT}`, {
      find,
      make: (options) =>
        taxRates.create({ ...wanted, display_name: "TVA", inclusive: false }, options),
    }));
  return made.id;
}
