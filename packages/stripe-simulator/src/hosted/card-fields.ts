import { html } from "hono/html";
import type { CardErrors, CardFields } from "../payments/card-entry.ts";
import { testCards } from "../payments/test-cards.ts";
import { field, type Html } from "./page-layout.ts";

/** The three fields of a card, as the payment page and the portal show them. */
export function cardFields(form: CardFields, errors: CardErrors): Html {
  return html`${field("cardNumber", "Numéro de carte", {
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
</div>`;
}

function grouped(number: string): string {
  return number.replaceAll(/(\d{4})(?=\d)/g, "$1 ");
}

export const testCardList = html`<details>
<summary>Cartes de test</summary>
<p>N'importe quelle date future et n'importe quel code à 3 chiffres (4 pour American Express) conviennent.</p>
<table>
<thead><tr><th scope="col">Numéro</th><th scope="col">Effet</th></tr></thead>
<tbody>
${testCards.map((card) => html`<tr><td><code>${grouped(card.number)}</code></td><td>${card.label}</td></tr>`)}
</tbody>
</table>
</details>`;
