import { type Context, Hono } from "hono";
import type { PortalSession } from "../billing/billing-portal.ts";
import { updateCustomer } from "../billing/customers.ts";
import type { Invoice } from "../billing/invoices.ts";
import { collectInvoice, endSubscription, methodOf } from "../billing/subscription-billing.ts";
import { changeItems } from "../billing/subscription-changes.ts";
import { itemsOf, livingSubscriptions, saveSubscription } from "../billing/subscription-objects.ts";
import { scheduleEnd } from "../billing/subscriptions.ts";
import { rateName } from "../billing/tax-rates.ts";
import { attachMethod } from "../checkout/checkout-subscription.ts";
import { type CardErrors, type CardFields, readCard } from "../payments/card-entry.ts";
import { makePaymentMethod } from "../payments/payment-methods.ts";
import { frenchAmount, frenchRecurrence } from "../protocol/money.ts";
import { isEmail } from "../protocol/param-checks.ts";
import { StripeError } from "../protocol/stripe-error.ts";
import { inTransaction } from "../state/database.ts";
import { findVisit } from "../state/hosted-visits.ts";
import type { Simulator } from "../state/simulator.ts";
import { expiredVisitPage } from "./account-pages.ts";
import { invoicePage, type PortalView, portalPage } from "./portal-page.ts";

const emptyCard: CardFields = { cardNumber: "", cardExpiry: "", cardCvc: "" };
type Errors = CardErrors & { email?: string; form?: string };

interface Visit extends PortalView {
  account: string;
}

/** Everything that the portal shows of its customer. */
function visitOf(sim: Simulator, token: string): Visit | undefined {
  const visit = findVisit(sim, token, "portal");
  if (!visit || visit.expiresAt < sim.clock.now()) return undefined;
  const found = sim.objects.locate(visit.session);
  if (!found) return undefined;
  const { account } = found;
  const session = found.body as PortalSession;
  const configuration = sim.objects.get(
    "billing_portal.configuration",
    String(session.configuration),
    account,
  );
  const customer = sim.objects.find("customer", session.customer, account);
  if (!customer) return undefined;
  const living = livingSubscriptions(sim, customer.id, account);
  const nameOf = (product: string) => sim.objects.find("product", product, account)?.name ?? "";
  const method =
    (living[0] && methodOf(sim, account, living[0])) ??
    (customer.invoice_settings.default_payment_method as string | null);
  const prices = (configuration.features.subscription_update.products ?? []).flatMap(
    (product) => product.prices,
  );
  return {
    account,
    session,
    configuration,
    customer,
    subscriptions: living.map((subscription) => ({
      subscription,
      name: nameOf(String(subscription.items.data[0]?.price.product)) || "Abonnement",
    })),
    card: method ? sim.objects.find("payment_method", method, account) : undefined,
    invoices: sim.objects
      .all("invoice", { customer: customer.id }, account)
      .filter(({ status }) => status !== "draft")
      .reverse(),
    offers: prices.flatMap((id) => {
      const price = sim.objects.find("price", id, account);
      if (!price?.recurring) return [];
      const { interval, interval_count: count } = price.recurring;
      const amount = frenchAmount(price.unit_amount ?? 0, price.currency);
      const label = `${nameOf(String(price.product))} · ${amount} ${frenchRecurrence(interval, count)}`;
      return [{ id, label }];
    }),
  };
}

function replaceCard(sim: Simulator, visit: Visit, fields: CardFields): Errors {
  const { card, errors } = readCard(fields, sim.clock.now());
  if (!card) return errors;
  if (card.test.declined) return { form: card.test.declined.french };
  const { account, customer } = visit;
  const payer = { email: customer.email, name: customer.name ?? null };
  const method = makePaymentMethod(sim, account, card, payer);
  attachMethod(sim, account, method, customer.id);
  updateCustomer(sim, {
    id: customer.id,
    account,
    path: "",
    params: { invoice_settings: { default_payment_method: method.id } },
  });
  for (const { subscription } of visit.subscriptions) {
    const after = { ...subscription, default_payment_method: method.id };
    saveSubscription(sim, account, subscription, after);
  }
  return {};
}

function changeEmail(sim: Simulator, visit: Visit, email: string): Errors {
  if (!isEmail(email)) {
    return { email: "Votre adresse e-mail est invalide." };
  }
  const { account, customer } = visit;
  updateCustomer(sim, { id: customer.id, account, path: "", params: { email } });
  return {};
}

function actOnSubscription(
  sim: Simulator,
  visit: Visit,
  action: string,
  id: string,
  price: string,
) {
  const found = visit.subscriptions.find(({ subscription }) => subscription.id === id);
  if (!found) return { form: "Cet abonnement n'est plus en cours." };
  const { account, configuration, offers } = visit;
  const { subscription } = found;
  const { subscription_cancel: cancel, subscription_update: update } = configuration.features;
  if (action === "cancel" && cancel.enabled) {
    if (cancel.mode === "immediately") {
      endSubscription(sim, account, subscription, "cancellation_requested");
    } else {
      scheduleEnd(sim, account, subscription, { atPeriodEnd: true });
    }
  } else if (action === "keep") {
    scheduleEnd(sim, account, subscription, { atPeriodEnd: false });
  } else if (action === "change" && update.enabled && offers.some((offer) => offer.id === price)) {
    const item = itemsOf(subscription)[0];
    changeItems(sim, account, subscription, [{ id: String(item?.id), price }], {
      proration: update.proration_behavior as "create_prorations",
      mustPay: true,
    });
  } else {
    return { form: "Cette action n'est pas possible." };
  }
  return {};
}

/** The customer portal and the invoices' own pages. */
export function hostedBilling(sim: Simulator): Hono {
  const app = new Hono();
  const gone = (c: Context) => c.html(expiredVisitPage(), 410);

  app.get("/p/session/:token", (c) => {
    const visit = visitOf(sim, c.req.param("token"));
    return visit ? c.html(portalPage(visit, emptyCard, {})) : gone(c);
  });

  app.post("/p/session/:token", async (c) => {
    const body = await c.req.parseBody();
    const text = (name: string) => (typeof body[name] === "string" ? body[name].trim() : "");
    const visit = visitOf(sim, c.req.param("token"));
    if (!visit) return gone(c);
    const card = {
      cardNumber: text("cardNumber"),
      cardExpiry: text("cardExpiry"),
      cardCvc: text("cardCvc"),
    };
    const act = (): Errors => {
      if (text("action") === "card") return replaceCard(sim, visit, card);
      if (text("action") === "email") return changeEmail(sim, visit, text("email"));
      return actOnSubscription(sim, visit, text("action"), text("subscription"), text("price"));
    };
    try {
      const errors = inTransaction(sim.db, act);
      if (Object.keys(errors).length > 0) return c.html(portalPage(visit, card, errors), 422);
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      const form = "Le paiement a été refusé : votre abonnement n'a pas changé.";
      return c.html(portalPage(visit, emptyCard, { form }), 402);
    }
    return c.redirect(`/p/session/${c.req.param("token")}`, 303);
  });

  const invoiceOf = (id: string) => {
    const found = sim.objects.locate(id);
    return found?.kind === "invoice"
      ? { account: found.account, invoice: found.body as Invoice }
      : undefined;
  };

  const shown = ({ account, invoice }: { account: string; invoice: Invoice }, refusal?: string) => {
    const taxes = (invoice.total_taxes ?? []).map(({ amount, tax_rate_details: details }) => {
      const rate = sim.objects.get("tax_rate", String(details?.tax_rate), account);
      return { name: rateName(rate), amount };
    });
    return invoicePage(invoice, taxes, refusal);
  };

  app.get("/i/:id", (c) => {
    const found = invoiceOf(c.req.param("id"));
    return found ? c.html(shown(found, undefined)) : gone(c);
  });

  app.post("/i/:id", (c) => {
    const outcome = inTransaction(sim.db, () => {
      const found = invoiceOf(c.req.param("id"));
      if (found?.invoice.status !== "open") return undefined;
      const { account, invoice } = found;
      const id = String(invoice.parent?.subscription_details?.subscription);
      const subscription = sim.objects.get("subscription", id, account);
      const method = methodOf(sim, account, subscription);
      return { account, ...collectInvoice(sim, account, invoice, { method, onSession: true }) };
    });
    if (!outcome?.refusal) return c.redirect(`/i/${c.req.param("id")}`, 303);
    const { invoice, refusal } = outcome;
    return c.html(shown({ account: outcome.account, invoice }, refusal.french), 402);
  });
  return app;
}
