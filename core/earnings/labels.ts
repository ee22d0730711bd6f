import type { Cents } from "../money.ts";
import type { MovementKind } from "./schema.ts";

const month = new Intl.DateTimeFormat("fr-FR", { month: "long", year: "numeric", timeZone: "UTC" });
const shorter = new Intl.DateTimeFormat("fr-FR", {
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const shortMonth = new Intl.DateTimeFormat("fr-FR", { month: "short", timeZone: "UTC" });

export function monthLabel(key: string): string {
  return month.format(new Date(`${key}-01T00:00Z`));
}

export function shorterMonthLabel(key: string): string {
  return shorter.format(new Date(`${key}-01T00:00Z`));
}

export function shortMonthLabel(key: string): string {
  return shortMonth.format(new Date(`${key}-01T00:00Z`));
}

const plain = new Intl.NumberFormat("fr-FR", { minimumFractionDigits: 2 });

/** « 1 234,50 », in a table that names its unit once. */
export function plainAmount(amount: Cents): string {
  return plain.format(amount / 100);
}

export const MOVEMENT_LABELS: Record<MovementKind, string> = {
  payment: "Paiement",
  refund: "Remboursement",
  refunding: "Remboursement en cours",
  dispute: "Litige perdu",
  reversal: "Reprise",
  fee_refund: "Commission rendue",
};

const PAYOUT_LABELS: Record<string, string> = {
  paid: "Viré",
  pending: "En attente",
  in_transit: "En route",
  canceled: "Annulé",
  failed: "Échoué",
};

export function payoutLabel(status: string): string {
  return PAYOUT_LABELS[status] ?? status;
}
