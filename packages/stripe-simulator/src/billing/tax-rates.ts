import type Stripe from "stripe";
import { invalidRequest } from "../protocol/stripe-error.ts";
import { newId } from "../state/ids.ts";
import { given, type ListParams, listObjects } from "../state/listing.ts";
import { applyMetadata } from "../state/metadata.ts";
import type { Kinds } from "../state/objects.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";

export type TaxRate = Kinds["tax_rate"];

/** A rate that is added to prices; those that prices include already are not played. */
export function createTaxRate(
  sim: Simulator,
  { params, account }: ApiRequest<Stripe.TaxRateCreateParams>,
): TaxRate {
  if (params.inclusive) {
    throw invalidRequest("The simulator only adds taxes to prices.", { param: "inclusive" });
  }
  if (params.percentage < 0 || params.percentage > 100) {
    throw invalidRequest("A percentage is from 0 to 100.", { param: "percentage" });
  }
  return sim.objects.insert(
    "tax_rate",
    {
      id: newId("txr_1"),
      object: "tax_rate",
      active: params.active ?? true,
      country: params.country ?? null,
      created: sim.clock.now(),
      description: params.description ?? null,
      display_name: params.display_name,
      inclusive: false,
      jurisdiction: params.jurisdiction ?? null,
      livemode: false,
      metadata: applyMetadata({}, params.metadata),
      percentage: params.percentage,
      rate_type: "percentage",
      state: params.state ?? null,
      tax_type: params.tax_type ?? null,
    },
    { account },
  );
}

export function retrieveTaxRate(sim: Simulator, { id, account }: ApiRequest) {
  return sim.objects.get("tax_rate", id, account);
}

export function listTaxRates(
  sim: Simulator,
  request: ApiRequest<Stripe.TaxRateListParams & ListParams>,
) {
  return listObjects(sim, request, "tax_rate", given(request.params, "active", "inclusive"));
}

/** The rates that a line names. */
export function namedRates(
  sim: Simulator,
  account: string,
  ids: string[] | undefined,
  param: string,
): TaxRate[] {
  return (ids ?? []).map((id) => sim.objects.get("tax_rate", id, account, { param, status: 400 }));
}

/** The tax that each rate adds to the amount of one line, in cents; a credit gives its tax back. */
export function taxesOn(rates: TaxRate[], amount: number) {
  return rates.map((rate) => ({
    rate,
    amount: Math.sign(amount) * Math.round((Math.abs(amount) * rate.percentage) / 100),
    taxable: amount,
  }));
}

/** The same as one sum. */
export function taxOn(rates: TaxRate[], amount: number): number {
  return taxesOn(rates, amount).reduce((sum, tax) => sum + tax.amount, 0);
}

/** « TVA 20 % » */
export function rateName(rate: TaxRate): string {
  return `${rate.display_name} ${rate.percentage.toLocaleString("fr-FR")} %`;
}
