import type Stripe from "stripe";
import { newId } from "../state/ids.ts";
import { given, type ListParams, listObjects } from "../state/listing.ts";
import { type Kinds, platform } from "../state/objects.ts";
import { platformAccountId } from "../state/platform-account.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";
import { plan } from "../state/tasks.ts";

const day = 24 * 3_600;
/** Card payments in France become available after about a week; the rest at once. */
const delaySeconds = 7 * day;

interface Movement {
  account: string;
  /** Cents, negative when money leaves. */
  amount: number;
  currency: string;
  type: Kinds["balance_transaction"]["type"];
  source: string;
  description?: string | null;
  /** Taken from the amount: Stripe's own fee, or the platform's. */
  fee?: { amount: number; type: "stripe_fee" | "application_fee"; description: string };
  delayed?: boolean;
}

const categories: Record<string, string> = {
  application_fee: "fee",
  application_fee_refund: "fee",
  adjustment: "dispute",
  payment: "charge",
  payment_refund: "refund",
  refund_failure: "refund_failure",
  transfer_refund: "transfer_reversal",
};

/**
 * Writes one movement on an account's balance and returns its id. What comes in on a connected
 * account leaves for its bank on the first midnight (UTC) after it has become available.
 */
export function recordMovement(sim: Simulator, movement: Movement): string {
  const { account, amount, currency, fee, type } = movement;
  const id = newId("txn_1");
  const now = sim.clock.now();
  const availableOn = now + (movement.delayed ? delaySeconds : 0);
  sim.objects.insert(
    "balance_transaction",
    {
      id,
      object: "balance_transaction",
      amount,
      available_on: availableOn,
      balance_type: "payments",
      created: now,
      currency,
      description: movement.description ?? null,
      fee: fee?.amount ?? 0,
      fee_details: fee ? [{ ...fee, application: null, currency }] : [],
      net: amount - (fee?.amount ?? 0),
      reporting_category: categories[type] ?? type,
      source: movement.source,
      status: movement.delayed ? "pending" : "available",
      type,
    },
    { account },
  );
  if (account !== platform && amount > 0) {
    plan(sim, "send_payout", account, (Math.floor(availableOn / day) + 1) * day);
  }
  return id;
}

/** Stripe's fee on a European card: 1.5 % + 0.25 € (https://stripe.com/fr/pricing). */
export function cardFee(amount: number): NonNullable<Movement["fee"]> {
  return {
    amount: Math.round(amount * 0.015) + 25,
    type: "stripe_fee",
    description: "Stripe processing fees",
  };
}

/** A pending movement becomes available by the clock alone. */
function asOfNow(sim: Simulator, transaction: Kinds["balance_transaction"]) {
  const available = transaction.available_on <= sim.clock.now();
  return { ...transaction, status: available ? "available" : "pending" };
}

export function retrieveBalanceTransaction(sim: Simulator, { id, account }: ApiRequest) {
  return asOfNow(sim, sim.objects.get("balance_transaction", id, account));
}

export function listBalanceTransactions(
  sim: Simulator,
  request: ApiRequest<Stripe.BalanceTransactionListParams & ListParams>,
) {
  const filter = given(request.params, "currency", "source", "type", "payout");
  const page = listObjects(sim, request, "balance_transaction", filter);
  return { ...page, data: page.data.map((transaction) => asOfNow(sim, transaction)) };
}

/** The balance of an account: available now, and pending, in each of its currencies. */
export function retrieveBalance(sim: Simulator, { account }: ApiRequest) {
  const owner = sim.objects.get("account", account || platformAccountId(sim));
  const now = sim.clock.now();
  const rows = sim.db
    .prepare(
      `SELECT currency, sum(net) FILTER (WHERE at <= ?) AS available,
              sum(net) FILTER (WHERE at > ?) AS pending
       FROM (SELECT json_extract(body, '$.net') AS net, json_extract(body, '$.available_on') AS at,
                    json_extract(body, '$.currency') AS currency
             FROM objects WHERE kind = 'balance_transaction' AND account = ?)
       GROUP BY currency`,
    )
    .all(now, now, account);
  const balances = rows.length > 0 ? rows : [{ currency: owner.default_currency ?? "eur" }];
  const list = (column: "available" | "pending") =>
    balances.map((row: Record<string, unknown>) => {
      const amount = Number(row[column] ?? 0);
      return { amount, currency: String(row.currency), source_types: { card: amount } };
    });
  return {
    object: "balance",
    available: list("available"),
    ...(account === platform && {
      connect_reserved: [{ amount: 0, currency: owner.default_currency ?? "eur" }],
    }),
    livemode: false,
    pending: list("pending"),
    refund_and_dispute_prefunding: { available: [], pending: [] },
  };
}
