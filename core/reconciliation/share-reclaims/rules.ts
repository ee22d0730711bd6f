import { type Cents, cents } from "../../money.ts";
import type { Payment, Refund } from "../../payments/find-payment.server.ts";
import type { paymentMovements, reclaims } from "../../tables.server.ts";

export type Reclaim = Omit<typeof reclaims.$inferSelect, "paymentId" | "stripeReversalId">;

type Movement = Pick<
  typeof paymentMovements.$inferSelect,
  "kind" | "amountCents" | "stripeRefundId"
>;

/** Although no rule owed them: gifts, and lost disputes. */
function paidByUs(
  { chargedBackCents }: Pick<Payment, "chargedBackCents">,
  refunds: readonly Pick<Refund, "reason" | "status" | "amountCents">[],
): Cents {
  const gifts = refunds.filter(({ reason, status }) => {
    return reason === "goodwill" && status === "succeeded";
  });
  return cents(gifts.reduce((sum, one) => sum + one.amountCents, Number(chargedBackCents)));
}

/**
 * Their share of what the platform paid, less what was taken back beside refunds; at most what they
 * have left (rule: share-reclaimed).
 */
export function reclaimableOf(
  payment: Pick<
    Payment,
    "amountCents" | "applicationFeeCents" | "chargedBackCents" | "destinationAccount"
  >,
  {
    refunds,
    movements,
    reclaims,
  }: {
    refunds: readonly Pick<Refund, "reason" | "status" | "amountCents" | "stripeRefundId">[];
    movements: readonly Movement[];
    reclaims: readonly Pick<Reclaim, "status" | "amountCents">[];
  },
): Cents {
  const { amountCents, applicationFeeCents, destinationAccount } = payment;
  if (destinationAccount === null) return cents(0);
  const paid = paidByUs(payment, refunds);
  const share = paid - Math.round((paid * applicationFeeCents) / amountCents);
  const ofRefunds = new Set(refunds.map(({ stripeRefundId }) => stripeRefundId));
  const alone = movements.filter(({ stripeRefundId }) => {
    return stripeRefundId === null || !ofRefunds.has(stripeRefundId);
  });
  const left = amountCents - applicationFeeCents - takenBy(movements);
  const waiting = reclaims.filter(({ status }) => status === "asked");
  const asked = waiting.reduce((sum, one) => sum + one.amountCents, 0);
  return cents(Math.max(0, Math.min(share - takenBy(alone), left) - asked));
}

/** In cents, signed by what makes the professional's part smaller. */
function takenBy(movements: readonly Movement[]): number {
  const signs = { reversal: 1, fee_refund: -1, dispute: 0 };
  return movements.reduce((sum, { kind, amountCents }) => sum + signs[kind] * amountCents, 0);
}
