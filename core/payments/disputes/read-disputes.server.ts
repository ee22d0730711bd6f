import type Stripe from "stripe";
import { cents } from "../../money.ts";
import { isDisputeOpen, isDisputeOver } from "../rules.ts";
import type { DisputeAnswer } from "../schema.ts";

/** @throws Error when the payment has no dispute. */
export function readDisputes(
  paymentId: string,
  disputes: readonly Stripe.Dispute[],
): DisputeAnswer {
  const present = disputes.find(({ status }) => isDisputeOpen(status)) ?? disputes[0];
  if (!present) throw new Error(`payment ${paymentId} has no dispute`);
  const { id, status, reason, amount, created, balance_transactions: moved } = present;
  const dueBy = isDisputeOver(status) ? null : present.evidence_details.due_by;
  const lost = disputes.filter((one) => one.status === "lost");
  return {
    status,
    dueAt: dueBy === null ? null : new Date(dueBy * 1_000),
    about: {
      disputeId: id,
      disputedAt: new Date(created * 1_000),
      disputeReason: reason,
      disputedCents: cents(amount),
      disputeFeeCents:
        moved.length > 0 ? cents(moved.reduce((sum, { fee }) => sum + fee, 0)) : null,
    },
    lostCents: cents(lost.reduce((sum, one) => sum + one.amount, 0)),
  };
}
