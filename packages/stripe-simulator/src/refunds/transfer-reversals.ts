import type Stripe from "stripe";
import { refundApplicationFee } from "../payments/application-fees.ts";
import { recordMovement } from "../payments/balance-transactions.ts";
import type { Transfer } from "../payments/transfers.ts";
import { englishAmount } from "../protocol/money.ts";
import { invalidRequest, StripeError } from "../protocol/stripe-error.ts";
import { strike } from "../state/faults.ts";
import { newId } from "../state/ids.ts";
import { type ListParams, listObjects } from "../state/listing.ts";
import { applyMetadata } from "../state/metadata.ts";
import type { Kinds } from "../state/objects.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";
import { emit } from "../webhooks/events.ts";

export type TransferReversal = Kinds["transfer_reversal"];

/** Gives back part of the destination's payment, as a refund on the connected account's side. */
function refundDestinationPayment(
  sim: Simulator,
  transfer: Transfer,
  amount: number,
): string | null {
  const { destination, destination_payment: paymentId } = transfer;
  if (!destination || !paymentId) return null;
  const payment = sim.objects.find("charge", paymentId, destination);
  if (!payment) return null;
  const id = newId("pyr_1");
  sim.objects.insert(
    "refund",
    {
      id,
      object: "refund",
      amount,
      balance_transaction: recordMovement(sim, {
        account: destination,
        amount: -amount,
        currency: payment.currency,
        type: "payment_refund",
        source: id,
      }),
      charge: payment.id,
      created: sim.clock.now(),
      currency: payment.currency,
      metadata: {},
      status: "succeeded",
    },
    { account: destination },
  );
  const refunded = payment.amount_refunded + amount;
  sim.objects.save("charge", {
    ...payment,
    amount_refunded: refunded,
    refunded: refunded === payment.amount,
  });
  return id;
}

/** Takes `amount` of a transfer back from the connected account, which may go below zero. */
export function reverseTransfer(
  sim: Simulator,
  account: string,
  transfer: Transfer,
  amount: number,
  more: { refund: string | null; metadata: Record<string, string> },
): TransferReversal {
  const id = newId("trr_1");
  const { currency } = transfer;
  const reversal = sim.objects.insert(
    "transfer_reversal",
    {
      id,
      object: "transfer_reversal",
      amount,
      balance_transaction: recordMovement(sim, {
        account,
        amount,
        currency,
        type: "transfer_refund",
        source: id,
      }),
      created: sim.clock.now(),
      currency,
      destination_payment_refund: refundDestinationPayment(sim, transfer, amount),
      metadata: more.metadata,
      source_refund: more.refund,
      transfer: transfer.id,
    },
    { account },
  );
  const reversed = transfer.amount_reversed + amount;
  const updated: Transfer = {
    ...transfer,
    amount_reversed: reversed,
    reversed: reversed === transfer.amount,
    reversals: {
      ...transfer.reversals,
      data: [reversal as unknown as Stripe.TransferReversal, ...transfer.reversals.data],
    },
  };
  sim.objects.save("transfer", updated);
  emit(sim, "transfer.reversed", updated, { account });
  return reversal;
}

export function createReversal(
  sim: Simulator,
  { id, params, account }: ApiRequest<Stripe.TransferCreateReversalParams>,
) {
  const transfer = sim.objects.get("transfer", id, account);
  const left = transfer.amount - transfer.amount_reversed;
  const amount = params.amount ?? left;
  if (left === 0) {
    throw invalidRequest(`Transfer ${id} is already fully reversed.`, { param: "amount" });
  }
  if (amount < 1 || amount > left) {
    throw invalidRequest(
      `Transfer reversal amount (${englishAmount(amount, transfer.currency)}) is greater than the unreversed amount of the transfer (${englishAmount(left, transfer.currency)})`,
      { param: "amount" },
    );
  }
  if (strike(sim, ["refuse_reversals"], () => true)) {
    const message = "The destination account has insufficient funds for this reversal.";
    const error = { type: "invalid_request_error", code: "balance_insufficient", message } as const;
    // Kept, so that the fault has struck.
    throw new StripeError(400, error, true);
  }
  const reversal = reverseTransfer(sim, account, transfer, amount, {
    refund: null,
    metadata: applyMetadata({}, params.metadata),
  });
  if (params.refund_application_fee && transfer.destination && transfer.destination_payment) {
    const payment = sim.objects.get("charge", transfer.destination_payment, transfer.destination);
    if (payment.application_fee && payment.application_fee_amount) {
      const part = Math.round((payment.application_fee_amount * amount) / transfer.amount);
      refundApplicationFee(sim, account, payment.application_fee, part);
    }
  }
  return reversal;
}

export function listReversals(sim: Simulator, request: ApiRequest<ListParams>) {
  sim.objects.get("transfer", request.id, request.account);
  return listObjects(sim, request, "transfer_reversal", { transfer: request.id });
}
