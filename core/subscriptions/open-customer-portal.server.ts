import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { ensurePrices, productOf } from "./ensure-prices.server.ts";
import { isOfferKey, type OfferKey, offersBeside } from "./rules.ts";
import { findCustomer } from "./store.server.ts";

/**
 * Opens the provider's customer portal on the actor's own subscription: card, invoices, change of
 * plan, cancellation. It comes back to /profil, which then looks again (S2§2).
 *
 * @throws AppError `portal_not_available` for somebody whom the provider does not know,
 * `provider_unavailable`, `unauthenticated`.
 */
export async function openCustomerPortal(ctx: Context): Promise<{ url: string }> {
  const { userId } = requireActor(ctx);
  const customer = await findCustomer(ctx.db, userId);
  if (!customer) throw new AppError("portal_not_available");
  const offer = isOfferKey(customer.offer) ? customer.offer : "premium_monthly";
  try {
    const session = await ctx.stripe.billingPortal.sessions.create({
      customer: customer.customerId,
      configuration: await ensureConfiguration(ctx, offersBeside(offer)),
      return_url: `${ctx.config.appUrl}/profil?subscription_updated=true`,
      locale: "fr",
    });
    return { url: session.url };
  } catch (error) {
    throw new AppError("provider_unavailable", { cause: error });
  }
}

/**
 * What the portal may do, made when it is first needed: one configuration for each set of offers,
 * found again by its metadata.
 */
async function ensureConfiguration(ctx: Context, offers: OfferKey[]): Promise<string> {
  const prices = await ensurePrices(ctx, offers);
  const version = offers.map((offer) => prices[offer].plan).join(" ");
  const { data } = await ctx.stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const known = data.find(({ metadata }) => metadata?.prices === version);
  if (known) return known.id;
  const made = await ctx.stripe.billingPortal.configurations.create(
    {
      business_profile: { headline: "Parenthèse : votre abonnement" },
      features: {
        customer_update: { enabled: true, allowed_updates: ["email", "address", "tax_id"] },
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: true, mode: "at_period_end" },
        subscription_update: {
          enabled: true,
          default_allowed_updates: ["price"],
          proration_behavior: "always_invoice",
          products: offers.map((offer) => ({
            product: productOf(offer),
            prices: [prices[offer].plan],
          })),
        },
      },
      metadata: { prices: version },
    },
    { idempotencyKey: `portal-${version}` },
  );
  return made.id;
}
