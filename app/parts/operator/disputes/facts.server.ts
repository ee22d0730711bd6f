import { formatMoment } from "#core/dates.ts";
import { formatPrice } from "#core/money.ts";
import type { Payment } from "#core/payments/find-payment.server.ts";
import { disputeLabel, disputeReasonLabel } from "#core/payments/labels.ts";

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
