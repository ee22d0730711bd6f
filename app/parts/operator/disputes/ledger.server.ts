import { formatMoment } from "#core/dates.ts";
import { type Cents, formatPrice } from "#core/money.ts";
import type { Payment } from "#core/payments/find-payment.server.ts";
import { disputeLabel, disputeReasonLabel } from "#core/payments/labels.ts";
import {
  type Ledger,
  type LedgerEntry,
  PARTIES,
  type Shares,
} from "#core/payments/ledger/rules.ts";

export function disputeFacts(payment: Payment): [name: string, said: string | null][] {
  const { disputeStatus, disputedAt, disputeDueAt, disputeEndedAt } = payment;
  const { disputedCents, disputeFeeCents } = payment;
  return [
    ["Contestation", disputeStatus && disputeLabel(disputeStatus)],
    ["Motif de la banque", disputeReasonLabel(payment.disputeReason)],
    ["Somme contestée", disputedCents && formatPrice(disputedCents)],
    ["Frais de litige", disputeFeeCents && formatPrice(disputeFeeCents)],
    ["Ouverte le", disputedAt && formatMoment(disputedAt)],
    ["Preuves attendues", disputeDueAt && formatMoment(disputeDueAt)],
    ["Close le", disputeEndedAt && formatMoment(disputeEndedAt)],
  ];
}

const NAMES = {
  ...{ client: "Client", professional: "Praticien" },
  ...{ provider: "Prestataire", platform: "Plateforme" },
};

const WORDS: Record<LedgerEntry["kind"], string> = {
  paid: "Paiement",
  transfer: "Versement, commission retenue",
  card_fee: "Frais de carte",
  refund: "Remboursement",
  reversal: "Repris au praticien",
  fee_refund: "Commission rendue au praticien",
  dispute: "Rendu au client par la banque",
  held: "Retenu par la banque jusqu'à sa décision",
  dispute_fee: "Frais de litige",
};

const SIGNED = new Intl.NumberFormat("fr-FR", {
  ...{ minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "exceptZero" },
});
const signed = (amount: Cents) => SIGNED.format(amount / 100).replace("-", "−");
const amountsOf = (shares: Shares) => PARTIES.map((party) => signed(shares[party]));

export function ledgerView({ entries, total, ifWon, hasFees }: Ledger) {
  const sum = (what: string, shares: Shares) => ({ what, at: "", amounts: amountsOf(shares) });
  return {
    parties: PARTIES.map((party) => NAMES[party]),
    lines: entries.map(({ kind, at, shares }) => {
      const more = kind === "paid" ? ` de ${formatPrice(shares.platform)}` : "";
      return { what: WORDS[kind] + more, at: formatMoment(at), amounts: amountsOf(shares) };
    }),
    sums: [
      sum("Aujourd'hui", total),
      ...(ifWon ? [sum("Si la banque nous donne raison", ifWon)] : []),
    ],
    note: hasFees
      ? "Chaque ligne fait zéro, le total aussi."
      : "Chaque ligne fait zéro, le total aussi. Le prestataire ne répond pas : ses frais manquent.",
  };
}
