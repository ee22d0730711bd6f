import type Stripe from "stripe";
import { requireCurrency } from "../protocol/money.ts";
import { requireAtLeast } from "../protocol/param-checks.ts";
import { invalidRequest, missingParam } from "../protocol/stripe-error.ts";
import { newId } from "../state/ids.ts";
import { given, type ListParams, listObjects } from "../state/listing.ts";
import { applyMetadata } from "../state/metadata.ts";
import type { Kinds } from "../state/objects.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";
import { emit } from "../webhooks/events.ts";
import { takeApplicationFee } from "./application-fees.ts";
import { recordMovement } from "./balance-transactions.ts";
import { requireDestination } from "./destinations.ts";

export type Transfer = Kinds["transfer"];
type Charge = Kinds["charge"];

/** The connected account's side of a transfer: a payment of its own, without a card. */
function insertDestinationPayment(
  sim: Simulator,
  destination: string,
  transfer: { id: string; amount: number; currency: string; source: string | null },
  fee: number | null,
): Charge {
  return sim.objects.insert(
    "charge",
    {
      id: newId("py_1"),
      object: "charge",
      amount: transfer.amount,
      amount_captured: transfer.amount,
      amount_refunded: 0,
      application_fee_amount: fee,
      billing_details: { address: {} },
      captured: true,
      created: sim.clock.now(),
      currency: transfer.currency,
      disputed: false,
      fraud_details: {},
      livemode: false,
      metadata: {},
      paid: true,
      refunded: false,
      source_transfer: transfer.id,
      status: "succeeded",
    },
    { account: destination },
  );
}

interface NewTransfer {
  amount: number;
  currency: string;
  destination: string;
  description: string | null;
  metadata: Record<string, string>;
  source: Charge | null;
  group: string | null;
  /** Taken back by the platform from the destination's payment. */
  applicationFee: number | null;
}

function makeTransfer(sim: Simulator, account: string, wanted: NewTransfer) {
  const { amount, currency, destination } = wanted;
  const id = newId("tr_3");
  const payment = insertDestinationPayment(
    sim,
    destination,
    { id, amount, currency, source: wanted.source?.id ?? null },
    wanted.applicationFee,
  );
  const transfer = sim.objects.insert(
    "transfer",
    {
      id,
      object: "transfer",
      amount,
      amount_reversed: 0,
      balance_transaction: recordMovement(sim, {
        account,
        amount: -amount,
        currency,
        type: "transfer",
        source: id,
        description: wanted.description,
        delayed: wanted.source !== null,
      }),
      created: sim.clock.now(),
      currency,
      description: wanted.description,
      destination,
      destination_payment: payment.id,
      livemode: false,
      metadata: wanted.metadata,
      reversals: {
        object: "list",
        data: [],
        has_more: false,
        url: `/v1/transfers/${id}/reversals`,
      },
      reversed: false,
      source_transaction: wanted.source?.id ?? null,
      source_type: "card",
      transfer_group: wanted.group,
    },
    { account },
  );
  emit(sim, "transfer.created", transfer, { account });
  const fee = wanted.applicationFee
    ? takeApplicationFee(sim, account, {
        amount: wanted.applicationFee,
        from: destination,
        payment,
        originating: wanted.source,
      })
    : undefined;
  sim.objects.save("charge", {
    ...payment,
    application_fee: fee?.id ?? null,
    balance_transaction: recordMovement(sim, {
      account: destination,
      amount,
      currency,
      type: "payment",
      source: payment.id,
      delayed: wanted.source !== null,
      ...(fee && {
        fee: { amount: fee.amount, type: "application_fee", description: "application fee" },
      }),
    }),
  });
  return { transfer, fee };
}

/**
 * Sends a destination charge's money on: the whole amount, of which the application fee comes back,
 * or the part that `transfer_data[amount]` names. A direct charge leaves its application fee only.
 */
export function payDestination(
  sim: Simulator,
  account: string,
  charge: Charge,
): { transfer?: string; application_fee?: string } {
  const destination = charge.transfer_data?.destination;
  if (destination) {
    const { transfer, fee } = makeTransfer(sim, account, {
      amount: charge.transfer_data?.amount ?? charge.amount,
      currency: charge.currency,
      destination: String(destination),
      description: null,
      metadata: {},
      source: charge,
      group: charge.transfer_group,
      applicationFee: charge.application_fee_amount,
    });
    return { transfer: transfer.id, ...(fee && { application_fee: fee.id }) };
  }
  if (account !== "" && charge.application_fee_amount) {
    const fee = takeApplicationFee(sim, "", {
      amount: charge.application_fee_amount,
      from: account,
      payment: charge,
      originating: null,
    });
    recordMovement(sim, {
      account,
      amount: -fee.amount,
      currency: charge.currency,
      type: "application_fee",
      source: fee.id,
    });
    return { application_fee: fee.id };
  }
  return {};
}

/** A transfer of its own, from the platform's balance or out of one charge. */
export function createTransfer(
  sim: Simulator,
  { params, account }: ApiRequest<Stripe.TransferCreateParams>,
) {
  const currency = requireCurrency(params.currency, "currency");
  requireDestination(sim, params.destination, "destination");
  const source =
    params.source_transaction === undefined
      ? null
      : sim.objects.get("charge", params.source_transaction, account, {
          param: "source_transaction",
          status: 400,
        });
  if (params.amount === undefined && !source) throw missingParam("amount");
  const amount = params.amount ?? source?.amount ?? 0;
  requireAtLeast(1, amount, "amount");
  if (source && amount > source.amount - source.amount_refunded) {
    throw invalidRequest(
      "The transfer amount cannot be greater than what is left of its source charge.",
      { param: "amount" },
    );
  }
  return makeTransfer(sim, account, {
    amount,
    currency,
    destination: params.destination,
    description: params.description ?? null,
    metadata: applyMetadata({}, params.metadata),
    source,
    group: params.transfer_group ?? source?.transfer_group ?? null,
    applicationFee: null,
  }).transfer;
}

export function retrieveTransfer(sim: Simulator, { id, account }: ApiRequest) {
  return sim.objects.get("transfer", id, account);
}

export function listTransfers(
  sim: Simulator,
  request: ApiRequest<Stripe.TransferListParams & ListParams>,
) {
  return listObjects(
    sim,
    request,
    "transfer",
    given(request.params, "destination", "transfer_group"),
  );
}
