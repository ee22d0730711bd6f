import type Stripe from "stripe";
import type { Context } from "../../context.server.ts";
import { VAT_PERCENT } from "../../money.ts";
import { createOnce, findMarked } from "../../payments/create-once.server.ts";

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
