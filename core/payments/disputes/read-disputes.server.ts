import type Stripe from "stripe";
import { cents } from "../../money.ts";
import { isDisputeOpen } from "../rules.ts";
import type { DisputeAnswer } from "../schema.ts";

/** The provider's present word about the disputes of one payment; there is at least one. */
export function readDisputes(disputes: readonly Stripe.Dispute[]): DisputeAnswer {
  const open = disputes.find((one) => isDisputeOpen(one.status));
  const dueBy = open?.evidence_details.due_by ?? null;
  const lost = disputes.filter(({ status }) => status === "lost");
  const present = open ?? disputes[0];
  return {
    status: present?.status ?? "",
    reason: present?.reason ?? null,
    lostCents: cents(lost.reduce((sum, { amount }) => sum + amount, 0)),
    dueAt: dueBy === null ? null : new Date(dueBy * 1_000),
  };
}
