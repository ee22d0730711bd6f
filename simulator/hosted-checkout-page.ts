import { html } from "hono/html";
import type { CardErrors } from "./card-entry.ts";
import type { LineItem } from "./checkout-line-items.ts";
import type { CheckoutSession } from "./checkout-sessions.ts";
import { frenchAmount } from "./money.ts";
import { field, type Html, page } from "./page-layout.ts";
import { testCards } from "./test-cards.ts";

export interface CheckoutForm {
  email: string;
  billingName: string;
  cardNumber: string;
  cardExpiry: string;
  cardCvc: string;
}
export type CheckoutErrors = CardErrors & { email?: string; billingName?: string; form?: string };

function grouped(number: string): string {
  return number.replaceAll(/(\d{4})(?=\d)/g, "$1 ");
}

const cardList = html`<details>
<summary>Cartes de test</summary>
<p>N'importe quelle date future et n'importe quel code à 3 chiffres (4 pour American Express) conviennent.</p>
<table>
<thead><tr><th scope="col">Numéro</th><th scope="col">Effet</th></tr></thead>
<tbody>
${testCards.map((card) => html`<tr><td><code>${grouped(card.number)}</code></td><td>${card.label}</td></tr>`)}
</tbody>
</table>
</details>`;

function summary(session: CheckoutSession, items: LineItem[]): Html {
  const currency = session.currency ?? "eur";
  const price = (cents: number | null) => frenchAmount(cents ?? 0, currency);
  const discount = session.total_details?.amount_discount ?? 0;
  return html`<section aria-label="Récapitulatif">
<h1>${items[0]?.description ?? "Paiement"}</h1>
<p class="amount">${price(session.amount_total)}</p>
<ul class="lines">
${items.map(
  (item) =>
    html`<li><span>${item.description}${
      (item.quantity ?? 1) > 1 ? html`<small>Quantité : ${String(item.quantity)}</small>` : ""
    }</span><span>${price(item.amount_subtotal)}</span></li>`,
)}
${discount > 0 ? html`<li><span>Remise</span><span>−${price(discount)}</span></li>` : ""}
<li class="total"><span>Total</span><span>${price(session.amount_total)}</span></li>
</ul>
</section>`;
}

/** The payment form. Field names are those of Stripe's own page. */
export function checkoutPage(
  session: CheckoutSession,
  items: LineItem[],
  form: CheckoutForm,
  errors: CheckoutErrors,
): Html {
  const total = frenchAmount(session.amount_total ?? 0, session.currency ?? "eur");
  const fixedEmail = session.customer_email ?? undefined;
  return page(
    "Paiement",
    html`${
      session.cancel_url ? html`<a class="back" href="${session.cancel_url}">← Retour</a>` : ""
    }
<div class="columns">
<div class="panel">${summary(session, items)}</div>
<div>
<form class="panel" method="post" novalidate>
<h2 style="margin-top:0">Payer par carte</h2>
${errors.form ? html`<p class="alert" role="alert">${errors.form}</p>` : ""}
${field("email", "Adresse e-mail", {
  type: "email",
  autocomplete: "email",
  inputmode: "email",
  value: fixedEmail ?? form.email,
  error: errors.email,
  readonly: fixedEmail !== undefined,
})}
${field("cardNumber", "Numéro de carte", {
  autocomplete: "cc-number",
  inputmode: "numeric",
  placeholder: "4242 4242 4242 4242",
  value: form.cardNumber,
  error: errors.cardNumber,
})}
<div class="pair">
${field("cardExpiry", "Expiration", {
  autocomplete: "cc-exp",
  inputmode: "numeric",
  placeholder: "MM / AA",
  value: form.cardExpiry,
  error: errors.cardExpiry,
})}
${field("cardCvc", "Code de sécurité", {
  autocomplete: "cc-csc",
  inputmode: "numeric",
  placeholder: "123",
  value: form.cardCvc,
  error: errors.cardCvc,
})}
</div>
${field("billingName", "Nom du titulaire de la carte", {
  autocomplete: "cc-name",
  value: form.billingName,
  error: errors.billingName,
})}
<button type="submit">${session.mode === "subscription" ? "S'abonner" : "Payer"} ${total}</button>
</form>
<div class="panel">${cardList}</div>
</div>
</div>`,
    true,
  );
}

/** What a session's address shows once it is no longer open. */
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
