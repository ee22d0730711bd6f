import type Stripe from "stripe";
import * as addresses from "#site/addresses.ts";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { createOnce, findMarked } from "../payments/prepare-payment.server.ts";
import { ensurePrices, productOf } from "./checkouts/ensure-prices.server.ts";
import { RENEWED_PRICES } from "./rules.ts";
import { findCustomer } from "./store.server.ts";

/**
 * Returns to /profil, which then reloads.
 * @throws AppError `portal_not_available` for somebody whom the provider does not know,
 * `provider_unavailable` when it does not answer.
 */
export async function openCustomerPortal(ctx: Context): Promise<{ url: string }> {
  const { userId } = requireActor(ctx);
  const customer = await findCustomer(ctx.db, userId);
  if (!customer) throw new AppError("portal_not_available");
  try {
    const { data: promotions } = await ctx.stripe.subscriptions.list({
      customer,
      status: "trialing",
      limit: 1,
    });
    const session = await ctx.stripe.billingPortal.sessions.create({
      customer,
      configuration: await ensureConfiguration(ctx, { mayChange: promotions.length === 0 }),
      return_url: `${ctx.config.appUrl}${addresses.profile}?plan_updated=true`,
      locale: "fr",
    });
    return { url: session.url };
  } catch (error) {
    ctx.log.error({ err: error, customer }, "the customer portal did not open");
    throw new AppError("provider_unavailable", { cause: error });
  }
}

/** A six-month promotion stays as it is: the provider would bill a change and refund nothing. */
async function ensureConfiguration(ctx: Context, { mayChange }: { mayChange: boolean }) {
  const prices = await ensurePrices(ctx, RENEWED_PRICES);
  const version = mayChange ? Object.values(prices).join(" ") : "none";
  const { configurations } = ctx.stripe.billingPortal;
  const find = (options?: Stripe.RequestOptions) =>
    findMarked(
      configurations.list({ active: true, limit: 100 }, options),
      ({ metadata }) => metadata?.prices === version,
    );
  const params: Stripe.BillingPortal.ConfigurationCreateParams = {
    business_profile: { headline: "Parenthèse : votre abonnement" },
    features: {
      customer_update: { enabled: true, allowed_updates: ["email", "address", "tax_id"] },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: "at_period_end" },
      subscription_update: mayChange
        ? {
            enabled: true,
            default_allowed_updates: ["price"],
            proration_behavior: "always_invoice",
            products: [...Map.groupBy(RENEWED_PRICES, productOf)].map(([product, keys]) => ({
              product,
              prices: keys.map((priceKey) => prices[priceKey]),
            })),
          }
        : { enabled: false },
    },
    metadata: { prices: version },
  };
  const made =
    (await find()) ??
    (await createOnce(ctx, `portal-${version}`, {
      find,
      make: (options) => configurations.create(params, options),
    }));
  return made.id;
}
