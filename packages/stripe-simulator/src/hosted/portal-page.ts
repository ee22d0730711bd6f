import { html } from "hono/html";
import type { PortalConfiguration, PortalSession } from "../billing/billing-portal.ts";
import type { Customer } from "../billing/customers.ts";
import type { Invoice } from "../billing/invoices.ts";
import { itemRates } from "../billing/subscription-items.ts";
import { itemsOf, type Subscription } from "../billing/subscription-objects.ts";
import { taxOn } from "../billing/tax-rates.ts";
import type { CardErrors, CardFields } from "../payments/card-entry.ts";
import type { PaymentMethod } from "../payments/payment-methods.ts";
import { frenchAmount, frenchRecurrence } from "../protocol/money.ts";
import { cardFields, testCardList } from "./card-fields.ts";
import { field, type Html, page } from "./page-layout.ts";

const date = new Intl.DateTimeFormat("fr-FR", { dateStyle: "long", timeZone: "Europe/Paris" });

const statuses: Record<string, string> = {
  active: "Actif",
  trialing: "Période d'essai",
  past_due: "Paiement en retard",
  incomplete: "Paiement incomplet",
  draft: "Brouillon",
  open: "À payer",
  paid: "Payée",
  void: "Annulée",
  uncollectible: "Irrécouvrable",
};

/** A plan that the customer may change to. */
export interface OfferedPrice {
  id: string;
  label: string;
}

export interface PortalView {
  session: PortalSession;
  configuration: PortalConfiguration;
  customer: Customer;
  /** Each with its product's name. */
  subscriptions: { subscription: Subscription; name: string }[];
  card: PaymentMethod | undefined;
  invoices: Invoice[];
  offers: OfferedPrice[];
}

function subscriptionPanel(view: PortalView, subscription: Subscription, name: string): Html {
  const { features } = view.configuration;
  const [item] = subscription.items.data;
  const total = itemsOf(subscription).reduce((sum, own) => {
    const net = (own.price.unit_amount ?? 0) * (own.quantity ?? 1);
    return sum + net + taxOn(itemRates(own), net);
  }, 0);
  const untaxed = item?.tax_rates?.length ? " hors taxes" : "";
  const recurrence = item?.price.recurring;
  const end = date.format((item?.current_period_end ?? 0) * 1000);
  return html`<form class="panel" method="post">
<input type="hidden" name="subscription" value="${subscription.id}">
<h2 class="first">${name}</h2>
<p>${frenchAmount(total, subscription.currency)} ${
    recurrence ? frenchRecurrence(recurrence.interval, recurrence.interval_count) : ""
  } · ${statuses[subscription.status] ?? subscription.status}</p>
<p>${
    subscription.cancel_at !== null
      ? `Votre abonnement prend fin le ${date.format(subscription.cancel_at * 1000)}.`
      : `Prochaine échéance le ${end}.`
  }</p>
${
  features.subscription_update.enabled && view.offers.length > 0
    ? html`<label for="price-${subscription.id}">Formule</label>
<select id="price-${subscription.id}" name="price">${view.offers.map(
        (offer) =>
          html`<option value="${offer.id}"${offer.id === item?.price.id ? " selected" : ""}>${offer.label}${untaxed}</option>`,
      )}</select>
<button class="quiet" type="submit" name="action" value="change">Changer de formule</button>`
    : ""
}
${
  subscription.cancel_at !== null
    ? html`<button type="submit" name="action" value="keep">Ne pas annuler</button>`
    : features.subscription_cancel.enabled
      ? html`<button class="quiet" type="submit" name="action" value="cancel">Annuler l'abonnement</button>`
      : ""
}
</form>`;
}

function invoicePanel(view: PortalView): Html {
  return html`<h2>Factures</h2>
<div class="panel"><ul class="lines">
${
  view.invoices.length === 0
    ? html`<li>Aucune facture pour le moment.</li>`
    : view.invoices.map(
        (invoice) => html`<li><span><a href="/i/${invoice.id}">${invoice.number ?? "Brouillon"}</a>
<small>${date.format(invoice.created * 1000)} · ${statuses[String(invoice.status)] ?? ""}</small></span>
<span>${frenchAmount(invoice.total, invoice.currency)}</span></li>`,
      )
}
</ul></div>`;
}

/** The customer portal: subscriptions, card, invoices. */
export function portalPage(
  view: PortalView,
  card: CardFields,
  errors: CardErrors & { email?: string; form?: string },
): Html {
  const { features } = view.configuration;
  const { session } = view;
  return page(
    "Votre abonnement",
    html`${session.return_url ? html`<a class="back" href="${session.return_url}">← Retour</a>` : ""}
<h1>Votre abonnement</h1>
<p>${view.customer.name ?? ""} ${view.customer.email ?? ""}</p>
${errors.form ? html`<p class="alert" role="alert">${errors.form}</p>` : ""}
${
  view.subscriptions.length === 0
    ? html`<div class="panel">Aucun abonnement en cours.</div>`
    : view.subscriptions.map(({ subscription, name }) =>
        subscriptionPanel(view, subscription, name),
      )
}
<h2>Moyen de paiement</h2>
<div class="panel">
<p>${view.card?.card ? `Carte se terminant par ${view.card.card.last4}` : "Aucune carte enregistrée."}</p>
${
  features.payment_method_update.enabled
    ? html`<form method="post" novalidate>
${cardFields(card, errors)}
<button type="submit" name="action" value="card">Remplacer la carte</button>
</form>
${testCardList}`
    : ""
}
</div>
${
  features.customer_update.enabled
    ? html`<h2>Coordonnées</h2>
<form class="panel" method="post" novalidate>
${field("email", "Adresse e-mail", {
  type: "email",
  value: view.customer.email ?? "",
  error: errors.email,
})}
<button class="quiet" type="submit" name="action" value="email">Enregistrer</button>
</form>`
    : ""
}
${features.invoice_history.enabled ? invoicePanel(view) : ""}`,
  );
}

/** An invoice, and the button that pays it while it is open. */
export function invoicePage(
  invoice: Invoice,
  taxes: { name: string; amount: number }[],
  refusal: string | undefined,
): Html {
  const price = (cents: number) => frenchAmount(cents, invoice.currency);
  const off = invoice.subtotal - (invoice.total_excluding_tax ?? invoice.total);
  return page(
    "Facture",
    html`<h1>Facture ${invoice.number ?? "(brouillon)"}</h1>
<p>${date.format(invoice.created * 1000)} · ${invoice.customer_email ?? ""} · ${
      statuses[String(invoice.status)] ?? ""
    }</p>
${refusal ? html`<p class="alert" role="alert">${refusal}</p>` : ""}
<div class="panel"><ul class="lines">
${invoice.lines.data.map(
  (line) =>
    html`<li><span>${line.description}<small>du ${date.format(
      line.period.start * 1000,
    )} au ${date.format(line.period.end * 1000)}</small></span><span>${price(line.amount)}</span></li>`,
)}
${off > 0 ? html`<li><span>Remise</span><span>−${price(off)}</span></li>` : ""}
${taxes.map(({ name, amount }) => html`<li><span>${name}</span><span>${price(amount)}</span></li>`)}
<li class="total"><span>Total</span><span>${price(invoice.total)}</span></li>
<li><span>Reste à payer</span><span>${price(invoice.amount_remaining)}</span></li>
</ul>
${
  invoice.status === "open"
    ? html`<form method="post"><button type="submit">Payer ${price(invoice.amount_remaining)}</button></form>`
    : ""
}
</div>`,
  );
}
