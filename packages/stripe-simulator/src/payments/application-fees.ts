import type Stripe from "stripe";
import { newId } from "../state/ids.ts";
import { given, type ListParams, listObjects } from "../state/listing.ts";
import { type Kinds, platform } from "../state/objects.ts";
import { platformAccountId } from "../state/platform-account.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";
import { emit } from "../webhooks/events.ts";
import { recordMovement } from "./balance-transactions.ts";

type ApplicationFee = Kinds["application_fee"];
type Charge = Kinds["charge"];

/** The platform's part of a payment that belongs to a connected account. */
export function takeApplicationFee(
  sim: Simulator,
  account: string,
  taken: { amount: number; from: string; payment: Charge; originating: Charge | null },
): ApplicationFee {
  const id = newId("fee_1");
  const { amount, payment } = taken;
  const fee = sim.objects.insert(
    "application_fee",
    {
      id,
      object: "application_fee",
      account: taken.from,
      amount,
      amount_refunded: 0,
      application: platformAccountId(sim).replace("acct_", "ca_"),
      balance_transaction: recordMovement(sim, {
        account,
        amount,
        currency: payment.currency,
        type: "application_fee",
        source: id,
        delayed: true,
      }),
      charge: payment.id,
      created: sim.clock.now(),
      currency: payment.currency,
      fee_source: { charge: payment.id, type: "charge" },
      livemode: false,
      originating_transaction: taken.originating?.id ?? null,
      refunded: false,
      refunds: {
        object: "list",
        data: [],
        has_more: false,
        url: `/v1/application_fees/${id}/refunds`,
      },
    },
    { account },
  );
  emit(sim, "application_fee.created", fee, { account });
  return fee;
}

/** Gives back `amount` of a fee to the account it was taken from. */
export function refundApplicationFee(
  sim: Simulator,
  account: string,
  id: string,
  amount: number,
): void {
  const fee = sim.objects.get("application_fee", id, account);
  const part = Math.min(amount, fee.amount - fee.amount_refunded);
  if (part <= 0) return;
  const { currency } = fee;
  const refundId = newId("fr_");
  const refund = sim.objects.insert(
    "fee_refund",
    {
      id: refundId,
      object: "fee_refund",
      amount: part,
      balance_transaction: recordMovement(sim, {
        account,
        amount: -part,
        currency,
        type: "application_fee_refund",
        source: refundId,
      }),
      created: sim.clock.now(),
      currency,
      fee: id,
      metadata: {},
    },
    { account },
  );
  recordMovement(sim, {
    account: fee.account,
    amount: part,
    currency,
    type: "application_fee_refund",
    source: refundId,
  });
  const refunded = fee.amount_refunded + part;
  const updated: ApplicationFee = {
    ...fee,
    amount_refunded: refunded,
    refunded: refunded === fee.amount,
    refunds: {
      ...fee.refunds,
      data: [refund as unknown as Stripe.FeeRefund, ...fee.refunds.data],
    },
  };
  sim.objects.save("application_fee", updated);
  emit(sim, "application_fee.refunded", updated, { account });
}

export function retrieveApplicationFee(sim: Simulator, { id }: ApiRequest) {
  return sim.objects.get("application_fee", id, platform);
}

export function listApplicationFees(
  sim: Simulator,
  request: ApiRequest<Stripe.ApplicationFeeListParams & ListParams>,
) {
  return listObjects(sim, request, "application_fee", given(request.params, "charge"));
}
