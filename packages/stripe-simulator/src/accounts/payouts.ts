import type Stripe from "stripe";
import { recordMovement, retrieveBalance } from "../payments/balance-transactions.ts";
import { requireCurrency } from "../protocol/money.ts";
import { requireAtLeast } from "../protocol/param-checks.ts";
import { invalidRequest } from "../protocol/stripe-error.ts";
import { newId } from "../state/ids.ts";
import { given, type ListParams, listObjects } from "../state/listing.ts";
import { applyMetadata } from "../state/metadata.ts";
import { type Kinds, platform } from "../state/objects.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";
import { plan } from "../state/tasks.ts";
import { emit } from "../webhooks/events.ts";

const day = 24 * 3_600;
const arrivesAfterSeconds = 2 * day;

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
  if (params.amount > available(sim, account, currency)) {
    throw invalidRequest("You have insufficient funds in your Stripe account for this transfer.", {
      code: "balance_insufficient",
    });
  }
  return send(sim, account, {
    amount: params.amount,
    automatic: false,
    currency,
    description: params.description ?? null,
    metadata: applyMetadata({}, params.metadata),
    method: params.method ?? "standard",
    statement_descriptor: params.statement_descriptor ?? null,
  });
}

function available(sim: Simulator, account: string, currency: string): number {
  const { available: held } = retrieveBalance(sim, { id: "", params: {}, account, path: "" });
  return held.find((balance) => balance.currency === currency)?.amount ?? 0;
}

function send(
  sim: Simulator,
  account: string,
  wanted: Pick<
    Kinds["payout"],
    "amount" | "automatic" | "currency" | "description" | "method" | "statement_descriptor"
  > & { metadata: Record<string, string> },
): Kinds["payout"] {
  const id = newId("po_1");
  const arrival = sim.clock.now() + arrivesAfterSeconds;
  const payout = sim.objects.insert(
    "payout",
    {
      ...wanted,
      id,
      object: "payout",
      arrival_date: arrival,
      balance_transaction: recordMovement(sim, {
        account,
        amount: -wanted.amount,
        currency: wanted.currency,
        type: "payout",
        source: id,
        description: "STRIPE PAYOUT",
      }),
      created: sim.clock.now(),
      livemode: false,
      reconciliation_status: wanted.automatic ? "completed" : "not_applicable",
      source_type: "card",
      status: "pending",
      type: "bank_account",
    },
    { account },
  );
  emit(sim, "payout.created", payout, { account });
  plan(sim, "pay_out", id, arrival);
  return payout;
}

/**
 * The daily automatic payout of an account: everything that is available. An account that may not be
 * paid yet is looked at again the next day; one with a schedule of its own is left alone.
 */
export function sendAtItsTime(sim: Simulator, account: string): void {
  const owner = sim.objects.find("account", account);
  if (owner?.settings?.payouts?.schedule.interval !== "daily") return;
  const currency = owner.default_currency ?? "eur";
  const amount = available(sim, account, currency);
  if (amount <= 0) return;
  if (!owner.payouts_enabled) {
    plan(sim, "send_payout", account, sim.clock.now() + day);
    return;
  }
  send(sim, account, {
    amount,
    automatic: true,
    currency,
    description: "STRIPE PAYOUT",
    metadata: {},
    method: "standard",
    statement_descriptor: null,
  });
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
