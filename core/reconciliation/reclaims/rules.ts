import { type Cents, cents } from "../../money.ts";
import type { Payment, Refund } from "../../payments/find-payment.server.ts";

/** How an amount that is taken back stands; null in `stripeReversalId` until it is made. */
export interface Reclaim {
  id: string;
  amountCents: Cents;
  reason: string;
  status: "asked" | "made" | "refused";
  refusedCode: string | null;
  createdAt: Date;
  settledAt: Date | null;
}

interface Movement {
  kind: "reversal" | "fee_refund" | "dispute";
  amountCents: Cents;
  stripeRefundId: string | null;
}

/** The amounts that the platform has paid a client although no rule owed them: gifts, and lost disputes. */
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
 * The most that may still be taken back from the professional (rule: share-reclaimed): their share of
 * what the platform has paid, less what was taken back beside refunds already, and never more than
 * they have left of the payment.
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

/** The cents by which these movements have made the professional's part smaller. */
function takenBy(movements: readonly Movement[]): number {
  const signs = { reversal: 1, fee_refund: -1, dispute: 0 };
  return movements.reduce((sum, { kind, amountCents }) => sum + signs[kind] * amountCents, 0);
}
