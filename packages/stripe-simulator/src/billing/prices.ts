import type Stripe from "stripe";
import { requireCurrency } from "../protocol/money.ts";
import { requireAtLeast } from "../protocol/param-checks.ts";
import { invalidRequest, missingParam } from "../protocol/stripe-error.ts";
import { newId } from "../state/ids.ts";
import { given, type ListParams, listObjects } from "../state/listing.ts";
import { applyMetadata } from "../state/metadata.ts";
import type { Kinds } from "../state/objects.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";
import { emit } from "../webhooks/events.ts";
import { createProduct } from "./products.ts";

export type Price = Kinds["price"];

/** The terms of a price, whether it comes from /v1/prices or stands inline in another request. */
interface PriceTerms {
  currency: string;
  product?: string;
  product_data?: Stripe.ProductCreateParams;
  unit_amount?: number;
  unit_amount_decimal?: Stripe.Decimal | string;
  recurring?: { interval: string; interval_count?: number; trial_period_days?: number };
  tax_behavior?: string;
}

/** Three years at most. */
const longest: Record<string, number> = { day: 1_095, week: 156, month: 36, year: 3 };

function requireRecurrence(
  recurring: { interval: string; interval_count?: number },
  param: string,
) {
  const count = recurring.interval_count ?? 1;
  requireAtLeast(1, count, `${param}[interval_count]`);
  if (count > (longest[recurring.interval] ?? 1)) {
    throw invalidRequest("Maximum of three years interval allowed.", {
      param: `${param}[interval_count]`,
    });
  }
}

/** Stores a price, with its product when the terms describe a new one. `param` prefixes errors. */
export function makePrice(
  sim: Simulator,
  account: string,
  terms: PriceTerms,
  prefix: string,
  more: {
    active: boolean;
    metadata?: Record<string, string>;
    nickname?: string;
    lookup_key?: string;
  },
): Price {
  const param = (name: string) => (prefix ? `${prefix}[${name}]` : name);
  const currency = requireCurrency(terms.currency, param("currency"));
  if ((terms.product === undefined) === (terms.product_data === undefined)) {
    if (terms.product === undefined) throw missingParam(param("product"));
    throw invalidRequest(
      `You may only specify one of these parameters: ${param("product")}, ${param("product_data")}.`,
      { code: "parameters_exclusive", param: param("product_data") },
    );
  }
  const exact =
    terms.unit_amount_decimal === undefined ? undefined : Number(terms.unit_amount_decimal);
  if (terms.unit_amount === undefined && exact === undefined)
    throw missingParam(param("unit_amount"));
  const amount = terms.unit_amount ?? exact ?? 0;
  if (!(amount >= 0)) {
    throw invalidRequest("Invalid non-negative integer", {
      code: "parameter_invalid_integer",
      param: param("unit_amount"),
    });
  }
  const product =
    terms.product === undefined
      ? createProduct(sim, {
          id: "",
          account,
          path: "",
          params: terms.product_data as Stripe.ProductCreateParams,
        }).id
      : sim.objects.get("product", terms.product, account, { param: param("product"), status: 400 })
          .id;
  const { recurring } = terms;
  if (recurring) requireRecurrence(recurring, param("recurring"));
  const price = sim.objects.insert(
    "price",
    {
      id: newId("price_1"),
      object: "price",
      active: more.active,
      billing_scheme: "per_unit",
      created: sim.clock.now(),
      currency,
      livemode: false,
      lookup_key: more.lookup_key ?? null,
      metadata: more.metadata ?? {},
      nickname: more.nickname ?? null,
      product,
      recurring: recurring
        ? {
            interval: recurring.interval as "month",
            interval_count: recurring.interval_count ?? 1,
            usage_type: "licensed",
          }
        : null,
      tax_behavior: (terms.tax_behavior ?? "unspecified") as "unspecified",
      type: recurring ? "recurring" : "one_time",
      unit_amount: Number.isInteger(amount) ? amount : null,
      unit_amount_decimal: String(amount),
    },
    { account },
  );
  emit(sim, "price.created", price, { account });
  return price;
}

export function createPrice(
  sim: Simulator,
  { params, account }: ApiRequest<Stripe.PriceCreateParams>,
) {
  for (const name of ["tiers", "custom_unit_amount", "transform_quantity", "currency_options"]) {
    if (name in params) throw invalidRequest(`The simulator has no ${name}.`, { param: name });
  }
  return makePrice(sim, account, params as PriceTerms, "", {
    active: params.active ?? true,
    metadata: applyMetadata({}, params.metadata),
    ...(params.nickname !== undefined && { nickname: params.nickname }),
    ...(params.lookup_key !== undefined && { lookup_key: params.lookup_key }),
  });
}

export function updatePrice(
  sim: Simulator,
  { id, params, account }: ApiRequest<Stripe.PriceUpdateParams>,
) {
  const price = sim.objects.get("price", id, account, { param: "price" });
  const updated: Price = {
    ...price,
    ...(params.active !== undefined && { active: params.active }),
    ...(params.nickname !== undefined && { nickname: params.nickname || null }),
    ...(params.lookup_key !== undefined && { lookup_key: params.lookup_key || null }),
    metadata: applyMetadata(price.metadata, params.metadata),
  };
  sim.objects.save("price", updated);
  emit(sim, "price.updated", updated, { account });
  return updated;
}

export function retrievePrice(sim: Simulator, { id, account }: ApiRequest) {
  return sim.objects.get("price", id, account, { param: "price" });
}

export function listPrices(
  sim: Simulator,
  request: ApiRequest<Stripe.PriceListParams & ListParams>,
) {
  const keys = request.params.lookup_keys ?? [];
  return listObjects(
    sim,
    request,
    "price",
    given(request.params, "active", "currency", "product", "type"),
    keys.length === 0
      ? { sql: "", values: [] }
      : {
          sql: ` AND json_extract(body, '$.lookup_key') IN (${keys.map(() => "?").join(", ")})`,
          values: keys,
        },
  );
}
