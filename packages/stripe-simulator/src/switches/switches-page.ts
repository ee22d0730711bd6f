import { html } from "hono/html";
import { type Html, page } from "../hosted/page-layout.ts";
import { testCards } from "../payments/test-cards.ts";
import { REFUSED_EMAIL } from "../protocol/param-checks.ts";
import { listFaults } from "../state/faults.ts";
import type { Simulator } from "../state/simulator.ts";

/** Every switch: how to call it, and what it does, in French. */
const documentation: { call: string; does: string; example?: object }[] = [
  {
    call: "POST /_simulator/faults",
    does: "Répond une erreur 429, 500 ou 503 aux appels de l'API. path accepte * ; method, times (null : jusqu'à effacement), probability et after_execution (le travail est fait, seule la réponse est perdue) sont facultatifs.",
    example: { type: "api_error", status: 429, path: "/v1/refunds", method: "POST", times: 2 },
  },
  {
    call: "POST /_simulator/faults",
    does: "Ne répond pas (2 minutes) ou répond en retard.",
    example: { type: "api_delay", delay_ms: 30000, path: "/v1/checkout/*" },
  },
  {
    call: "POST /_simulator/faults",
    does: "Même chose, sans jamais répondre à temps.",
    example: { type: "api_timeout", path: "/v1/checkout/sessions", after_execution: true },
  },
  {
    call: "POST /_simulator/faults",
    does: "Retarde, perd, double ou mélange les webhooks. event accepte *.",
    example: { type: "webhook_delay", event: "checkout.session.*", delay_ms: 5000 },
  },
  {
    call: "POST /_simulator/faults",
    does: "Perd un webhook sur dix, jusqu'à effacement.",
    example: { type: "webhook_drop", event: "*", times: null, probability: 0.1 },
  },
  {
    call: "POST /_simulator/faults",
    does: "Envoie chaque webhook deux fois de plus.",
    example: { type: "webhook_duplicate", event: "*", copies: 2, times: null },
  },
  {
    call: "POST /_simulator/faults",
    does: "Fait partir les webhooks de la fenêtre dans l'ordre inverse.",
    example: { type: "webhook_reorder", event: "*", window_ms: 2000, times: null },
  },
  {
    call: "POST /_simulator/faults",
    does: "Fait échouer les prochains remboursements après coup.",
    example: { type: "fail_next_refunds", after_seconds: 0, times: 1 },
  },
  {
    call: "POST /_simulator/faults",
    does: "Refuse les prochains remboursements : solde insuffisant, ou paiement contesté (charge_disputed).",
    example: { type: "refuse_refunds", code: "balance_insufficient", times: null },
  },
  {
    call: "POST /_simulator/faults",
    does: "Refuse les prochaines reprises sur un virement : le solde du compte relié ne suffit pas.",
    example: { type: "refuse_reversals", times: null },
  },
  {
    call: "POST /_simulator/faults",
    does: "Fait refuser les prochains prélèvements d'abonnement.",
    example: { type: "decline_invoices", times: 1 },
  },
  {
    call: "POST /_simulator/faults",
    does: "Laisse les prochains paiements en cours (session complete et unpaid, payment_intent processing), ou celui d'une session (checkout), jusqu'à settle_payment.",
    example: { type: "process_payments", times: 1 },
  },
  {
    call: "POST /_simulator/faults",
    does: "Fait répondre la banque : checkout.session.async_payment_succeeded ou async_payment_failed.",
    example: { type: "settle_payment", checkout: "cs_…", outcome: "failed" },
  },
  {
    call: "POST /_simulator/faults",
    does: "Fait échouer un remboursement existant.",
    example: { type: "fail_refund", refund: "re_…" },
  },
  {
    call: "POST /_simulator/faults",
    does: "Restreint un compte connecté, ou l'active tout de suite (enable_account).",
    example: { type: "restrict_account", account: "acct_…" },
  },
  {
    call: "POST /_simulator/faults",
    does: "Retire à la plateforme l'accès à un compte connecté (account.application.deauthorized, puis 403).",
    example: { type: "revoke_account", account: "acct_…" },
  },
  {
    call: "POST /_simulator/faults",
    does: "Conteste un paiement (ch_… ou pi_…), puis clôt le litige (close_dispute, won ou lost).",
    example: { type: "create_dispute", charge: "ch_…" },
  },
  { call: "GET /_simulator/faults", does: "Liste les pannes en vigueur." },
  { call: "DELETE /_simulator/faults", does: "Efface toutes les pannes (ou une : /faults/{id})." },
  {
    call: "POST /_simulator/clock",
    does: "Déplace l'horloge (secondes ou date ISO ; null : heure réelle) et fait ce qui tombe dû entre-temps.",
    example: { now: "2027-01-15T10:00:00Z" },
  },
  { call: "GET /_simulator/clock", does: "Donne l'heure du simulateur." },
  { call: "GET /_simulator/deliveries", does: "Liste les 200 derniers envois de webhooks." },
  { call: "POST /_simulator/events/{id}/resend", does: "Renvoie un événement." },
  {
    call: "POST /_simulator/checkouts/{id}/pay",
    does: "Paie une session sans passer par la page ; répond après le webhook, ou après 10 s.",
    example: { cardNumber: "4242424242424242", email: "client@example.fr" },
  },
  {
    call: "POST /_simulator/accounts",
    does: "Crée un compte connecté déjà activé, sous un identifiant choisi ; sans effet s'il existe.",
    example: { id: "acct_demo_1", email: "ines@example.fr", business_name: "Studio Inès" },
  },
  {
    call: "POST /_simulator/payments",
    does: "Inscrit des paiements passés, avec leurs virements, sans aucun webhook ; répond leurs identifiants dans le même ordre.",
    example: {
      payments: [
        {
          ...{ client_reference_id: "1", amount: 2000, application_fee_amount: 200 },
          ...{ destination: "acct_demo_1", description: "Yoga", email: "client@example.fr" },
          ...{ billingName: "Camille Rousset", paid_at: "2026-10-02T10:00:00Z", metadata: {} },
        },
      ],
    },
  },
];

export function switchesAsJson(sim: Simulator) {
  return {
    switches: documentation,
    test_cards: testCards.map(({ number, label }) => ({ number, label })),
    refused_email: REFUSED_EMAIL,
    clock: { now: sim.clock.now(), offset_seconds: Math.round(sim.clock.offsetMs / 1000) },
    faults: listFaults(sim),
    webhooks: sim.objects
      .all("webhook_endpoint")
      .map(({ id, url, status, enabled_events }) => ({ id, url, status, enabled_events })),
  };
}

export function switchesPage(sim: Simulator): Html {
  const state = switchesAsJson(sim);
  return page(
    "Simulateur de paiement",
    html`<h1>Simulateur de paiement</h1>
<p>Heure du simulateur : ${new Date(state.clock.now * 1000).toISOString()}. Pannes en vigueur : ${String(state.faults.length)}.</p>
${state.faults.length > 0 ? html`<pre>${JSON.stringify(state.faults, null, 2)}</pre>` : ""}
<h2>Commandes</h2>
${documentation.map(
  (entry) =>
    html`<div class="panel"><code>${entry.call}</code><p>${entry.does}</p>${
      entry.example ? html`<pre>${JSON.stringify(entry.example)}</pre>` : ""
    }</div>`,
)}
<h2>Webhooks</h2>
<div class="panel"><ul class="lines">${state.webhooks.map(
      (endpoint) =>
        html`<li><span><code>${endpoint.url}</code></span><span>${endpoint.status}</span></li>`,
    )}</ul></div>
<h2>Cartes de test</h2>
<div class="panel"><table><tbody>
${state.test_cards.map((card) => html`<tr><td><code>${card.number}</code></td><td>${card.label}</td></tr>`)}
</tbody></table></div>
<h2>E-mail de test</h2>
<p><code>${state.refused_email}</code> : refusé comme adresse invalide (email_invalid).</p>`,
    true,
  );
}
