import { html } from "hono/html";
import type { Account } from "../accounts/accounts.ts";
import { frenchAmount } from "../protocol/money.ts";
import { field, type Html, page } from "./page-layout.ts";

export interface OnboardingForm {
  firstName: string;
  lastName: string;
  businessName: string;
  iban: string;
}
export type OnboardingErrors = Partial<Record<keyof OnboardingForm, string>>;

/** The hosted onboarding: a few fields, and the ways in which a real one can end. */
export function onboardingPage(
  account: Account,
  form: OnboardingForm,
  errors: OnboardingErrors,
): Html {
  return page(
    "Activer les paiements",
    html`<h1>Activer les paiements</h1>
<p>${account.email ?? account.business_profile?.name ?? account.id}</p>
<form class="panel" method="post" novalidate>
${field("businessName", "Nom de l'activité", {
  value: form.businessName,
  error: errors.businessName,
  autocomplete: "organization",
})}
<div class="pair">
${field("firstName", "Prénom", {
  value: form.firstName,
  error: errors.firstName,
  autocomplete: "given-name",
})}
${field("lastName", "Nom", {
  value: form.lastName,
  error: errors.lastName,
  autocomplete: "family-name",
})}
</div>
${field("iban", "IBAN de test", { value: form.iban, error: errors.iban })}
<button type="submit" name="outcome" value="active">Terminer et activer le compte</button>
<button class="quiet" type="submit" name="outcome" value="pending">Terminer, vérification en attente</button>
<button class="quiet" type="submit" name="outcome" value="incomplete">Quitter sans terminer</button>
</form>`,
  );
}

export function expiredVisitPage(): Html {
  return page(
    "Lien expiré",
    html`<div class="panel"><h1>Lien expiré</h1><p>Ce lien a déjà servi ou n'est plus valable. Demandez-en un nouveau depuis le site.</p></div>`,
  );
}

/** The account's dashboard: its state, its balance, its last payments. */
export function dashboardPage(
  account: Account,
  balance: { available: number; pending: number },
  payments: {
    id: string;
    amount: number;
    currency: string;
    amount_refunded: number;
    created: number;
  }[],
): Html {
  const currency = account.default_currency ?? "eur";
  const day = new Intl.DateTimeFormat("fr-FR", { dateStyle: "long", timeZone: "Europe/Paris" });
  return page(
    "Tableau de bord",
    html`<h1>${account.business_profile?.name ?? account.email ?? account.id}</h1>
<p>${account.charges_enabled ? "Paiements actifs" : "Paiements inactifs"} · ${
      account.payouts_enabled ? "virements actifs" : "virements inactifs"
    }</p>
<div class="panel"><ul class="lines">
<li><span>Solde disponible</span><span>${frenchAmount(balance.available, currency)}</span></li>
<li><span>Solde en attente</span><span>${frenchAmount(balance.pending, currency)}</span></li>
</ul></div>
<h2>Derniers paiements</h2>
<div class="panel"><ul class="lines">
${
  payments.length === 0
    ? html`<li>Aucun paiement pour le moment.</li>`
    : payments.map(
        (payment) =>
          html`<li><span>${day.format(payment.created * 1000)}<small>${payment.id}${
            payment.amount_refunded > 0
              ? ` · remboursé ${frenchAmount(payment.amount_refunded, payment.currency)}`
              : ""
          }</small></span><span>${frenchAmount(payment.amount, payment.currency)}</span></li>`,
      )
}
</ul></div>`,
  );
}
