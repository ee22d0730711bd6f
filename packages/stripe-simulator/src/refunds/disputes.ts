import type Stripe from "stripe";
import { recordMovement } from "../payments/balance-transactions.ts";
import type { Charge } from "../payments/charges.ts";
import { bankOf } from "../payments/payment-methods.ts";
import { invalidRequest, noSuch } from "../protocol/stripe-error.ts";
import { newId } from "../state/ids.ts";
import { given, type ListParams, listObjects } from "../state/listing.ts";
import { applyMetadata } from "../state/metadata.ts";
import type { Kinds } from "../state/objects.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";
import { emit, previousOf } from "../webhooks/events.ts";
import { checkFiles, partsOf } from "./files.ts";

export type Dispute = Kinds["dispute"];

const fee = { amount: 2000, type: "stripe_fee", description: "Dispute fee" } as const;
const answerWithinSeconds = 9 * 24 * 3600;

function withdraw(sim: Simulator, account: string, id: string, charge: Charge, amount: number) {
  const transaction = recordMovement(sim, {
    account,
    amount,
    currency: charge.currency,
    type: "adjustment",
    source: id,
    description: `Chargeback ${amount < 0 ? "withdrawal" : "reversal"} for ${charge.id}`,
    ...(amount < 0 && { fee }),
  });
  return sim.objects.get("balance_transaction", transaction, account);
}

/** The payer's bank contests a charge: its amount and a fee leave the balance at once. */
export function openDispute(
  sim: Simulator,
  chargeId: string,
  {
    reason = "fraudulent",
    ...part
  }: { reason?: string | undefined; amount?: number | undefined } = {},
): Dispute {
  const found = sim.objects.locate(chargeId);
  if (found?.kind !== "charge") throw noSuch("charge", chargeId, "charge", 400);
  const charge = found.body as Charge;
  const { account } = found;
  if (charge.status !== "succeeded" || charge.disputed) {
    throw invalidRequest(`Charge ${chargeId} cannot be disputed.`, { param: "charge" });
  }
  const id = newId("dp_1");
  const now = sim.clock.now();
  const left = charge.amount - charge.amount_refunded;
  const amount = Math.min(part.amount ?? left, left);
  const dispute = sim.objects.insert(
    "dispute",
    {
      id,
      object: "dispute",
      amount,
      balance_transactions: [],
      charge: charge.id,
      created: now,
      currency: charge.currency,
      enhanced_eligibility_types: [],
      evidence: { enhanced_evidence: {} },
      evidence_details: {
        due_by: now + answerWithinSeconds,
        enhanced_eligibility: {},
        has_evidence: false,
        past_due: false,
        submission_count: 0,
        submission_method: "not_submitted",
      },
      is_charge_refundable: false,
      livemode: false,
      metadata: {},
      payment_intent: charge.payment_intent,
      payment_method_details: {
        type: "card",
        card: {
          brand: charge.payment_method_details?.card?.brand ?? "visa",
          case_type: "chargeback",
          network: charge.payment_method_details?.card?.network ?? "visa",
          network_reason_code: reason === "fraudulent" ? "10.4" : "13.1",
        },
      },
      reason,
      status: "needs_response",
    },
    { account },
  );
  const disputed: Charge = { ...charge, disputed: true };
  sim.objects.save("charge", disputed);
  emit(sim, "charge.dispute.created", dispute, { account });
  const taken: Dispute = {
    ...dispute,
    balance_transactions: [
      withdraw(sim, account, id, charge, -amount) as unknown as Stripe.BalanceTransaction,
    ],
  };
  sim.objects.save("dispute", taken);
  emit(sim, "charge.dispute.funds_withdrawn", taken, { account });
  return taken;
}

/** The dispute that a test card announces. */
export function openDisputeAtItsTime(sim: Simulator, chargeId: string): void {
  const charge = sim.objects.locate(chargeId)?.body as Charge | undefined;
  if (!charge?.payment_method || charge.disputed || charge.refunded) return;
  openDispute(sim, chargeId, { reason: bankOf(sim, charge.payment_method).dispute });
}

/** The bank decides. A dispute that is won gives the money back, without the fee. */
export function closeDispute(sim: Simulator, id: string, status: "won" | "lost"): Dispute {
  const found = sim.objects.locate(id);
  if (found?.kind !== "dispute") throw noSuch("dispute", id, "dispute", 400);
  const dispute = found.body as Dispute;
  const { account } = found;
  if (dispute.status === "won" || dispute.status === "lost") {
    throw invalidRequest(`Dispute ${id} is already closed.`, { param: "dispute" });
  }
  const closed: Dispute = { ...dispute, status };
  if (status === "won") {
    const charge = sim.objects.get("charge", dispute.charge, account);
    closed.balance_transactions = [
      ...dispute.balance_transactions,
      withdraw(sim, account, id, charge, dispute.amount) as unknown as Stripe.BalanceTransaction,
    ];
    closed.is_charge_refundable = true;
    sim.objects.save("charge", { ...charge, disputed: false });
  }
  sim.objects.save("dispute", closed);
  emit(sim, "charge.dispute.closed", closed, {
    account,
    previous: previousOf(dispute, closed),
  });
  if (status === "won") emit(sim, "charge.dispute.funds_reinstated", closed, { account });
  return closed;
}

/**
 * Gives a dispute up, which cannot be taken back: it is lost at once
 * (https://docs.stripe.com/api/disputes/close).
 */
export function acceptDispute(sim: Simulator, { id, account }: ApiRequest): Dispute {
  const { status } = sim.objects.get("dispute", id, account);
  if (status !== "needs_response") {
    throw invalidRequest("This dispute is already closed or under review.", { param: "dispute" });
  }
  return closeDispute(sim, id, "lost");
}

/** The most characters of all evidence together. */
const evidenceLimit = 150_000;

/** These texts alone decide, as in Stripe's test mode (https://docs.stripe.com/testing#disputes). */
const outcomes: Record<string, "won" | "lost"> = {
  winning_evidence: "won",
  losing_evidence: "lost",
};

/** Evidence is submitted with the request that says it, unless that one says `submit=false`. */
export function updateDispute(
  sim: Simulator,
  { id, params, account }: ApiRequest<Stripe.DisputeUpdateParams>,
): Dispute {
  const dispute = sim.objects.get("dispute", id, account);
  if (params.evidence && dispute.status !== "needs_response") {
    throw invalidRequest("This dispute is already closed or under review.", { param: "evidence" });
  }
  const evidence = { ...dispute.evidence, ...params.evidence } as Dispute["evidence"];
  const { texts, files } = partsOf(evidence);
  checkFiles(sim, { ...dispute, evidence }, account);
  if (texts.join("").length > evidenceLimit) {
    throw invalidRequest(`Evidence is limited to ${evidenceLimit} characters.`, {
      param: "evidence",
    });
  }
  const hasEvidence = texts.length + files.length > 0;
  const isSubmitted = dispute.status === "needs_response" && params.submit !== false && hasEvidence;
  const updated: Dispute = {
    ...dispute,
    evidence,
    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: hasEvidence,
      ...(isSubmitted && {
        submission_count: dispute.evidence_details.submission_count + 1,
        submission_method: "manual" as const,
      }),
    },
    metadata: applyMetadata(dispute.metadata, params.metadata),
    ...(isSubmitted && { status: "under_review" as const }),
  };
  sim.objects.save("dispute", updated);
  emit(sim, "charge.dispute.updated", updated, { account, previous: previousOf(dispute, updated) });
  const outcome = isSubmitted && outcomes[evidence.uncategorized_text ?? ""];
  return outcome ? closeDispute(sim, id, outcome) : updated;
}

export function retrieveDispute(sim: Simulator, { id, account }: ApiRequest) {
  return sim.objects.get("dispute", id, account);
}

export function listDisputes(
  sim: Simulator,
  request: ApiRequest<Stripe.DisputeListParams & ListParams>,
) {
  return listObjects(sim, request, "dispute", given(request.params, "charge", "payment_intent"));
}
