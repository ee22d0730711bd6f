import type Stripe from "stripe";
import { refundApplicationFee } from "../payments/application-fees.ts";
import { recordMovement } from "../payments/balance-transactions.ts";
import type { Charge } from "../payments/charges.ts";
import { bankOf } from "../payments/payment-methods.ts";
import { englishAmount } from "../protocol/money.ts";
import { requireAtLeast } from "../protocol/param-checks.ts";
import { invalidRequest, StripeError } from "../protocol/stripe-error.ts";
import { strike } from "../state/faults.ts";
import { newId } from "../state/ids.ts";
import { given, type ListParams, listObjects } from "../state/listing.ts";
import { applyMetadata } from "../state/metadata.ts";
import type { Kinds } from "../state/objects.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";
import { plan } from "../state/tasks.ts";
import { emit, previousOf } from "../webhooks/events.ts";
import { reverseTransfer } from "./transfer-reversals.ts";

export type Refund = Kinds["refund"];

/** How long a test card's refund looks well before it fails, or waits before it succeeds. */
const laterSeconds = 10;

function chargeToRefund(
  sim: Simulator,
  account: string,
  params: Stripe.RefundCreateParams,
): Charge {
  if (params.charge !== undefined && params.payment_intent === undefined) {
    return sim.objects.get("charge", params.charge, account, { param: "charge" });
  }
  if (params.payment_intent === undefined) {
    throw invalidRequest(
      "One of the following params should be provided for this request: payment_intent or charge.",
      { code: "parameter_missing" },
    );
  }
  const intent = sim.objects.get("payment_intent", params.payment_intent, account, {
    param: "payment_intent",
  });
  if (intent.status !== "succeeded" || !intent.latest_charge) {
    throw invalidRequest(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      { param: "payment_intent" },
    );
  }
  if (params.charge !== undefined && params.charge !== intent.latest_charge) {
    throw invalidRequest(`Charge ${params.charge} does not belong to PaymentIntent ${intent.id}.`, {
      param: "charge",
    });
  }
  return sim.objects.get("charge", intent.latest_charge, account);
}

/** Why a refund is refused, in Stripe's words (https://docs.stripe.com/error-codes). */
const REFUSALS = {
  charge_disputed: (charge: string) =>
    `Charge ${charge} has been charged back; cannot issue a refund.`,
  balance_insufficient: () => "Insufficient funds in your Stripe balance to refund this amount.",
};

function requireRefundable(charge: Charge, params: Stripe.RefundCreateParams): number {
  if (charge.status !== "succeeded") {
    throw invalidRequest(`Charge ${charge.id} cannot be refunded because it did not succeed.`, {
      param: "charge",
    });
  }
  if (charge.disputed) {
    throw invalidRequest(REFUSALS.charge_disputed(charge.id), { code: "charge_disputed" });
  }
  if (charge.refunded) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: "charge_already_refunded",
    });
  }
  const left = charge.amount - charge.amount_refunded;
  const amount = params.amount ?? left;
  requireAtLeast(1, amount, "amount");
  if (amount > left) {
    const asked = englishAmount(amount, charge.currency);
    throw invalidRequest(
      charge.amount_refunded === 0
        ? `Refund amount (${asked}) is greater than charge amount (${englishAmount(charge.amount, charge.currency)})`
        : `Refund amount (${asked}) is greater than unrefunded amount on charge (${englishAmount(left, charge.currency)})`,
      { param: "amount" },
    );
  }
  if (params.reverse_transfer && !charge.transfer) {
    throw invalidRequest(
      `Cannot reverse transfer on charge ${charge.id} because it was not created with a destination.`,
      { param: "reverse_transfer" },
    );
  }
  if (params.refund_application_fee && !charge.application_fee) {
    throw invalidRequest(
      `Cannot refund the application fee on charge ${charge.id} because it has none.`,
      { param: "refund_application_fee" },
    );
  }
  return amount;
}

/**
 * A side's share of one refund, in proportion to it alone: an earlier one that took nothing back from
 * this side is not made up for (https://docs.stripe.com/api/refunds/create#create_refund-reverse_transfer).
 * Rounded by where it stands among all of them, so that two halves of an odd amount add up to the whole.
 *
 * @param refunded in cents, before this refund and with it.
 * @param left what the side has not given back yet, in cents.
 */
function share(
  part: number,
  charge: Charge,
  refunded: { before: number; after: number },
  left: number,
): number {
  const upTo = (amount: number) => Math.round((part * amount) / charge.amount);
  return Math.min(left, upTo(refunded.after) - upTo(refunded.before));
}

function takeBackFromDestination(
  sim: Simulator,
  account: string,
  charge: Charge,
  refunded: { before: number; after: number },
  refund: string,
): string | null {
  const transfer = sim.objects.get("transfer", String(charge.transfer), account);
  const left = transfer.amount - transfer.amount_reversed;
  const amount = share(transfer.amount, charge, refunded, left);
  if (amount <= 0) return null;
  return reverseTransfer(sim, account, transfer, amount, { refund, metadata: {} }).id;
}

/** Refunds a charge in whole or in part (cents). */
export function createRefund(
  sim: Simulator,
  { params, account }: ApiRequest<Stripe.RefundCreateParams>,
): Refund {
  const charge = chargeToRefund(sim, account, params);
  const amount = requireRefundable(charge, params);
  const refused = strike(sim, ["refuse_refunds"], () => true);
  if (refused) {
    const { code } = refused;
    const message = REFUSALS[code](charge.id);
    // Kept, so that the fault has struck.
    throw new StripeError(400, { type: "invalid_request_error", code, message }, true);
  }
  const refundedInAll = charge.amount_refunded + amount;
  const progress = { before: charge.amount_refunded, after: refundedInAll };
  const behaviour = charge.payment_method ? bankOf(sim, charge.payment_method).refund : undefined;
  const id = newId("re_3");
  const refund = sim.objects.insert(
    "refund",
    {
      id,
      object: "refund",
      amount,
      balance_transaction: recordMovement(sim, {
        account,
        amount: -amount,
        currency: charge.currency,
        type: "refund",
        source: id,
        description: "REFUND FOR CHARGE",
      }),
      charge: charge.id,
      created: sim.clock.now(),
      currency: charge.currency,
      customer: charge.customer,
      destination_details: { type: "card", card: { type: "refund", reference_status: "pending" } },
      metadata: applyMetadata({}, params.metadata),
      payment_intent: charge.payment_intent,
      payment_method: charge.payment_method,
      reason: params.reason ?? null,
      status: behaviour === "succeeds_later" ? "pending" : "succeeded",
      transfer_reversal: params.reverse_transfer
        ? takeBackFromDestination(sim, account, charge, progress, id)
        : null,
    },
    { account },
  );
  if (params.refund_application_fee && charge.application_fee) {
    const owner = account === "" || charge.transfer ? account : "";
    const fee = sim.objects.get("application_fee", charge.application_fee, owner);
    const part = share(fee.amount, charge, progress, fee.amount - fee.amount_refunded);
    if (part > 0) refundApplicationFee(sim, owner, fee.id, part);
  }
  const refunded: Charge = {
    ...charge,
    amount_refunded: refundedInAll,
    refunded: refundedInAll === charge.amount,
  };
  sim.objects.save("charge", refunded);
  emit(sim, "refund.created", refund, { account });
  emit(sim, "charge.refunded", refunded, {
    account,
    previous: { amount_refunded: charge.amount_refunded, refunded: charge.refunded },
  });
  const fault = strike(sim, ["fail_next_refunds"], () => true);
  const now = sim.clock.now();
  if (fault) plan(sim, "fail_refund", id, now + fault.after_seconds);
  else if (behaviour === "fails_later") plan(sim, "fail_refund", id, now + laterSeconds);
  else if (behaviour === "succeeds_later") plan(sim, "succeed_refund", id, now + laterSeconds);
  return refund;
}

function tell(sim: Simulator, before: Refund, refund: Refund, account: string): void {
  const previous = previousOf(before, refund);
  sim.objects.save("refund", refund);
  if (refund.status === "failed") emit(sim, "refund.failed", refund, { account, previous });
  emit(sim, "refund.updated", refund, { account, previous });
  emit(sim, "charge.refund.updated", refund, { account, previous });
}

/** The bank sends the money back: it returns to the platform's balance and the charge counts as unrefunded. */
export function failRefund(sim: Simulator, id: string): Refund {
  const found = sim.objects.locate(id);
  if (found?.kind !== "refund")
    throw invalidRequest(`No such refund: '${id}'`, { param: "refund" });
  const refund = found.body as Refund;
  const { account } = found;
  if (refund.status === "failed") return refund;
  const failed: Refund = {
    ...refund,
    failure_balance_transaction: recordMovement(sim, {
      account,
      amount: refund.amount,
      currency: refund.currency,
      type: "refund_failure",
      source: id,
      description: "REFUND FAILURE",
    }),
    failure_reason: "expired_or_canceled_card",
    status: "failed",
  };
  const charge = sim.objects.get("charge", String(refund.charge), account);
  const restored: Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  };
  sim.objects.save("charge", restored);
  tell(sim, refund, failed, account);
  return failed;
}

export function succeedRefund(sim: Simulator, id: string): void {
  const found = sim.objects.locate(id);
  if (found?.kind !== "refund") return;
  const refund = found.body as Refund;
  if (refund.status !== "pending") return;
  tell(sim, refund, { ...refund, status: "succeeded" }, found.account);
}

export function retrieveRefund(sim: Simulator, { id, account }: ApiRequest) {
  return sim.objects.get("refund", id, account);
}

export function updateRefund(
  sim: Simulator,
  { id, params, account }: ApiRequest<Stripe.RefundUpdateParams>,
) {
  const refund = sim.objects.get("refund", id, account);
  const updated = { ...refund, metadata: applyMetadata(refund.metadata, params.metadata) };
  sim.objects.save("refund", updated);
  emit(sim, "refund.updated", updated, { account, previous: { metadata: refund.metadata } });
  return updated;
}

/** Only refunds that wait for the customer's bank details can be cancelled; a card's never do. */
export function cancelRefund(sim: Simulator, { id, account }: ApiRequest): never {
  sim.objects.get("refund", id, account);
  throw invalidRequest("You can only cancel a refund with a status of `requires_action`.");
}

export function listRefunds(
  sim: Simulator,
  request: ApiRequest<Stripe.RefundListParams & ListParams>,
) {
  return listObjects(sim, request, "refund", given(request.params, "charge", "payment_intent"));
}
