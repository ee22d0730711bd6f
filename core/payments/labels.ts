export const REFUND_DELAY = "5 à 10 jours";

export const REFUND_APPEARS = `Selon votre banque, le remboursement apparaît sur votre compte sous ${REFUND_DELAY}.`;

const DISPUTE_STATES: Record<string, string> = {
  needs_response: "preuves attendues",
  under_review: "la banque décide",
  won: "gagnée",
  lost: "perdue",
  warning_needs_response: "question de la banque, preuves attendues",
  warning_under_review: "question de la banque, à l'étude",
  warning_closed: "question de la banque, close",
  prevented: "évitée",
};

/** https://docs.stripe.com/disputes/categories */
const DISPUTE_REASONS: Record<string, string> = {
  bank_cannot_process: "la banque n'a pas pu traiter le paiement",
  check_returned: "chèque rejeté",
  credit_not_processed: "un remboursement promis n'est pas venu",
  customer_initiated: "le client s'est adressé à sa banque",
  debit_not_authorized: "débit que le client n'a pas autorisé",
  duplicate: "payé deux fois",
  fraudulent: "paiement que le titulaire de la carte n'a pas fait",
  incorrect_account_details: "coordonnées bancaires fausses",
  insufficient_funds: "solde du client insuffisant",
  noncompliant: "règle du réseau de la carte non respectée",
  product_not_received: "prestation qui n'a pas eu lieu",
  product_unacceptable: "prestation autre que celle décrite",
  subscription_canceled: "abonnement résilié, et prélevé quand même",
  unrecognized: "paiement que le client ne reconnaît pas",
};

export function disputeReasonLabel(reason: string | null): string | null {
  if (reason === null || reason === "general") return null;
  return DISPUTE_REASONS[reason] ?? reason;
}

const REFUSALS: Record<string, string> = {
  balance_insufficient: "le solde chez Stripe ne suffit pas",
  charge_disputed: "le paiement est contesté",
  charge_already_refunded: "tout a déjà été rendu chez Stripe",
};

export function refusalLabel(code: string): string {
  return REFUSALS[code] ?? code;
}

export function reviewLabel(reason: string): string {
  const refused = /^refund refused: (.+)$/.exec(reason)?.[1];
  if (refused) return `Remboursement refusé : ${refusalLabel(refused)}`;
  if (/^refund \S+ failed$/.test(reason)) return "Remboursement fait, puis rejeté par la banque";
  return `Stripe dit autre chose que nous : ${reason}`;
}

export function disputeLabel(status: string): string {
  return DISPUTE_STATES[status] ?? status;
}
