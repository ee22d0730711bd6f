import type { Context } from "../context.server.ts";
import { VAT_PERCENT } from "./rules.ts";

/**
 * The provider's rate for French value added tax, which its pages show as a line of its own and which
 * stays with a subscription whatever its plan (R11). One that the operator has made is taken as well.
 *
 * @returns its id.
 * @throws Stripe's error when it does not answer.
 */
export async function ensureTaxRate(ctx: Context): Promise<string> {
  const wanted = { country: "FR", percentage: VAT_PERCENT, tax_type: "vat" };
  const { data } = await ctx.stripe.taxRates.list({ active: true, inclusive: false, limit: 100 });
  const known = data.find(
    (rate) =>
      rate.country === wanted.country &&
      rate.percentage === wanted.percentage &&
      rate.tax_type === wanted.tax_type,
  );
  if (known) return known.id;
  const made = await ctx.stripe.taxRates.create(
    { ...wanted, display_name: "TVA", inclusive: false },
    { idempotencyKey: `tax-rate-FR-${VAT_PERCENT}` },
  );
  return made.id;
}
