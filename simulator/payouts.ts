import type Stripe from "stripe";
import { recordMovement, retrieveBalance } from "./balance-transactions.ts";
import { emit } from "./events.ts";
import { newId } from "./ids.ts";
import { given, type ListParams, listObjects } from "./listing.ts";
import { applyMetadata } from "./metadata.ts";
import { requireCurrency } from "./money.ts";
import { type Kinds, platform } from "./objects.ts";
import { requireAtLeast } from "./param-checks.ts";
import type { ApiRequest, Simulator } from "./simulator.ts";
import { invalidRequest } from "./stripe-error.ts";
import { plan } from "./tasks.ts";

const arrivesAfterSeconds = 2 * 24 * 3_600;

/** Sends available money to the account's bank, where it arrives two days later. */
export function createPayout(
  sim: Simulator,
  { params, account }: ApiRequest<Stripe.PayoutCreateParams>,
): Kinds["payout"] {
  const currency = requireCurrency(params.currency, "currency");
  requireAtLeast(1, params.amount, "amount");
  if (account !== platform && !sim.objects.get("account", account).payouts_enabled) {
    throw invalidRequest("Payouts are not enabled on this account.", {
      code: "payouts_not_allowed",
    });
  }
  const { available } = retrieveBalance(sim, { id: "", params: {}, account, path: "" });
  const held = available.find((balance) => balance.currency === currency)?.amount ?? 0;
  if (params.amount > held) {
    throw invalidRequest("You have insufficient funds in your Stripe account for this transfer.", {
      code: "balance_insufficient",
    });
  }
  const id = newId("po_1");
  const arrival = sim.clock.now() + arrivesAfterSeconds;
  const payout = sim.objects.insert(
    "payout",
    {
      id,
      object: "payout",
      amount: params.amount,
      arrival_date: arrival,
      automatic: false,
      balance_transaction: recordMovement(sim, {
        account,
        amount: -params.amount,
        currency,
        type: "payout",
        source: id,
        description: "STRIPE PAYOUT",
      }),
      created: sim.clock.now(),
      currency,
      description: params.description ?? null,
      livemode: false,
      metadata: applyMetadata({}, params.metadata),
      method: params.method ?? "standard",
      reconciliation_status: "not_applicable",
      source_type: "card",
      statement_descriptor: params.statement_descriptor ?? null,
      status: "pending",
      type: "bank_account",
    },
    { account },
  );
  emit(sim, "payout.created", payout, { account });
  plan(sim, "pay_out", id, arrival);
  return payout;
}

/** The money has reached the bank. */
export function arriveAtItsTime(sim: Simulator, id: string): void {
  const found = sim.objects.locate(id);
  if (found?.kind !== "payout") return;
  const paid: Kinds["payout"] = { ...(found.body as Kinds["payout"]), status: "paid" };
  sim.objects.save("payout", paid);
  emit(sim, "payout.paid", paid, {
    account: found.account,
    previous: { status: "pending" },
  });
}

export function retrievePayout(sim: Simulator, { id, account }: ApiRequest) {
  return sim.objects.get("payout", id, account);
}

export function listPayouts(
  sim: Simulator,
  request: ApiRequest<Stripe.PayoutListParams & ListParams>,
) {
  return listObjects(sim, request, "payout", given(request.params, "status", "destination"));
}
