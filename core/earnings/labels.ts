import type { Cents } from "../money.ts";
import type { MovementKind } from "./schema.ts";

/** Of a month like « 2026-11 ». */
function monthFormat(options: Intl.DateTimeFormatOptions): (key: string) => string {
  const format = new Intl.DateTimeFormat("fr-FR", { ...options, timeZone: "UTC" });
  return (key) => format.format(new Date(`${key}-01T00:00Z`));
}

/** « novembre 2026 », « nov. 2026 », « nov. » */
export const monthLabel = monthFormat({ month: "long", year: "numeric" });
export const shorterMonthLabel = monthFormat({ month: "short", year: "numeric" });
export const shortMonthLabel = monthFormat({ month: "short" });

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
