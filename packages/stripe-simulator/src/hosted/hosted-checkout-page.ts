import { html } from "hono/html";
import { rateName, type TaxRate, taxOn } from "../billing/tax-rates.ts";
import { type LineItem, ratesOf } from "../checkout/checkout-line-items.ts";
import type { CheckoutSession } from "../checkout/checkout-sessions.ts";
import type { CardErrors } from "../payments/card-entry.ts";
import { frenchAmount, frenchRecurrence } from "../protocol/money.ts";
import { cardFields, testCardList } from "./card-fields.ts";
import { field, type Html, page } from "./page-layout.ts";

export interface CheckoutForm {
  email: string;
  billingName: string;
  cardNumber: string;
  cardExpiry: string;
  cardCvc: string;
}
export type CheckoutErrors = CardErrors & {
  email?: string;
  billingName?: string;
  promotionCode?: string;
  form?: string;
};

/** Nothing to pay: no card is asked for. */
export function isFree(session: CheckoutSession): boolean {
  return session.mode === "payment" && session.amount_total === 0;
}

/** How often the total is due; empty when what recurs begins later. */
function recurrenceOf(items: LineItem[]): string {
  const due = items.find((item) => item.price?.recurring && item.amount_subtotal > 0);
  const recurring = due?.price?.recurring;
  return recurring ? frenchRecurrence(recurring.interval, recurring.interval_count) : "";
}

function summary(session: CheckoutSession, items: LineItem[]): Html {
  const price = (cents: number | null) => frenchAmount(cents ?? 0, session.currency ?? "eur");
  const discount = session.total_details?.amount_discount ?? 0;
  const recurrence = recurrenceOf(items);
  const [first] = items;
  const taxes = taxLines(items);
  const nothingToDetail =
    items.length === 1 && first?.quantity === 1 && discount === 0 && taxes.size === 0;
  const lines = html`<ul class="lines">
${items.map(
  (item) =>
    html`<li><span>${item.description}${
      (item.quantity ?? 1) > 1 ? html`<small>Quantité : ${String(item.quantity)}</small>` : ""
    }${laterPrice(item)}</span><span>${price(item.amount_subtotal)}</span></li>`,
)}
${discount > 0 ? html`<li><span>Remise</span><span>−${price(discount)}</span></li>` : ""}
${[...taxes].map(
  ([name, amount]) => html`<li><span>${name}</span><span>${price(amount)}</span></li>`,
)}
<li class="total"><span>Total</span><span>${price(session.amount_total)}</span></li>
</ul>`;
  return html`<section aria-label="Récapitulatif">
<h1>${first?.description ?? "Paiement"}</h1>
<p class="amount">${price(session.amount_total)}${recurrence ? html` <small>${recurrence}</small>` : ""}</p>
${nothingToDetail ? "" : lines}
</section>`;
}

/** The amount of each tax, by its name. */
function taxLines(items: LineItem[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { amount, rate } of items.flatMap((item) => item.taxes ?? [])) {
    const name = rateName(rate as TaxRate);
    sums.set(name, (sums.get(name) ?? 0) + amount);
  }
  return sums;
}

/** The price of a line once its trial is over. */
function laterPrice(item: LineItem): Html | "" {
  const { price } = item;
  if (!price?.recurring || item.amount_subtotal > 0) return "";
  const { interval, interval_count: count } = price.recurring;
  const net = (price.unit_amount ?? 0) * (item.quantity ?? 1);
  const amount = frenchAmount(net + taxOn(ratesOf(item), net), price.currency);
  const taxed = ratesOf(item).length > 0 ? ", taxes comprises" : "";
  return html`<small>Ensuite ${amount} ${frenchRecurrence(interval, count)}${taxed}</small>`;
}

/** Where the payer may enter a code, when the session allows it and none is applied yet. */
function promotionForm(session: CheckoutSession, errors: CheckoutErrors): Html | "" {
  if (!session.allow_promotion_codes || (session.discounts ?? []).length > 0) return "";
  return html`<form method="post" action="/c/pay/${session.id}/code">
${field("promotionCode", "Code promo", { error: errors.promotionCode })}
<button class="quiet" type="submit">Appliquer</button>
</form>`;
}

function buttonText(session: CheckoutSession): string {
  if (isFree(session)) return "Confirmer";
  const total = frenchAmount(session.amount_total ?? 0, session.currency ?? "eur");
  if (session.mode === "subscription") return `S'abonner ${total}`;
  return `${session.submit_type === "book" ? "Réserver et payer" : "Payer"} ${total}`;
}

/** The payment form. Field names are those of Stripe's own page. */
export function checkoutPage(
  session: CheckoutSession,
  items: LineItem[],
  form: CheckoutForm,
  errors: CheckoutErrors,
): Html {
  const fixedEmail = session.customer_details?.email ?? undefined;
  return page(
    "Paiement",
    html`${session.cancel_url ? html`<a class="back" href="${session.cancel_url}">← Retour</a>` : ""}
<div class="columns">
<div class="panel">${summary(session, items)}${promotionForm(session, errors)}</div>
<div>
<form class="panel" method="post" action="/c/pay/${session.id}" novalidate>
<h2 class="first">${isFree(session) ? "Vos coordonnées" : "Payer par carte"}</h2>
${errors.form ? html`<p class="alert" role="alert">${errors.form}</p>` : ""}
${field("email", "Adresse e-mail", {
  type: "email",
  autocomplete: "email",
  inputmode: "email",
  value: fixedEmail ?? form.email,
  error: errors.email,
  readonly: fixedEmail !== undefined,
})}
${isFree(session) ? "" : cardFields(form, errors)}
${field("billingName", isFree(session) ? "Nom" : "Nom du titulaire de la carte", {
  autocomplete: "cc-name",
  value: form.billingName,
  error: errors.billingName,
})}
${session.custom_text?.submit ? html`<p>${session.custom_text.submit.message}</p>` : ""}
<button type="submit">${buttonText(session)}</button>
</form>
${isFree(session) ? "" : html`<div class="panel">${testCardList}</div>`}
</div>
</div>`,
    true,
  );
}

/** The page at a session's address once the session is no longer open. */
export function closedCheckoutPage(
  session: CheckoutSession | undefined,
  back: string | null,
): Html {
  const [title, text] =
    session?.status === "complete"
      ? ["Paiement déjà effectué", "Ce paiement a été effectué. Vous pouvez fermer cette page."]
      : session?.status === "expired"
        ? ["Page de paiement expirée", "Ce lien de paiement a expiré. Rien n'a été débité."]
        : ["Page introuvable", "Ce lien de paiement n'existe pas."];
  return page(
    title,
    html`<div class="panel"><h1>${title}</h1><p>${text}</p>
${back ? html`<a class="button quiet" href="${back}">Retour au site</a>` : ""}</div>`,
  );
}

/** The bank's 3-D Secure challenge. */
export function challengePage(session: CheckoutSession): Html {
  const total = frenchAmount(session.amount_total ?? 0, session.currency ?? "eur");
  return page(
    "Authentification 3-D Secure",
    html`<form class="panel" method="post">
<h1>Authentification 3-D Secure</h1>
<p>La banque de test vous demande de confirmer ce paiement de <strong>${total}</strong>.</p>
<button type="submit" name="outcome" value="success">Valider l'authentification</button>
<button class="quiet" type="submit" name="outcome" value="failure">Refuser l'authentification</button>
</form>`,
  );
}
