import { type Cents, cents } from "../../money.ts";
import { isDisputeOpen, keptOf } from "../rules.ts";
import type { Movement, Payment, Refund } from "../store.server.ts";

export const PARTIES = ["client", "professional", "provider", "platform"] as const;
export type Party = (typeof PARTIES)[number];
export type Shares = Record<Party, Cents>;

/** Shares of a movement, which add up to zero. */
export interface LedgerEntry {
  kind:
    | "paid"
    | "transfer"
    | "card_fee"
    | "refund"
    | "reversal"
    | "fee_refund"
    | "dispute"
    | "held"
    | "dispute_fee";
  at: Date;
  shares: Shares;
}

export interface Ledger {
  entries: LedgerEntry[];
  total: Shares;
  /** If the bank decides for us; null while it has nothing to decide. */
  ifWon: Shares | null;
  /** False while the provider does not say what it keeps. */
  hasFees: boolean;
}

/** With the ids of its transfer and disputes, which we do not keep. */
export interface ReadLedger extends Ledger {
  objectIds: string[];
}

export interface ProviderFee {
  kind: "card_fee" | "dispute_fee";
  amountCents: Cents;
  at: Date;
}

const WAYS: Record<Movement["kind"], [from: Party, to: Party]> = {
  reversal: ["professional", "platform"],
  fee_refund: ["platform", "professional"],
  dispute: ["platform", "client"],
};

/** In order of time; what comes to a side is positive. The rows that `check` adds up (I3, I4). */
export function ledgerOf(
  payment: Payment,
  {
    refunds,
    movements,
    fees,
    heldSince,
  }: {
    refunds: readonly Refund[];
    movements: readonly Movement[];
    fees: readonly ProviderFee[] | null;
    heldSince: Date;
  },
): Ledger {
  const { amountCents, applicationFeeCents, paidAt, destinationAccount } = payment;
  const entries: LedgerEntry[] = [];
  const move = (kind: LedgerEntry["kind"], at: Date, from: Party, to: Party, amount: Cents) => {
    const none = { client: cents(0), professional: cents(0), provider: cents(0) };
    const shares = { ...none, platform: cents(0), [from]: cents(-amount), [to]: amount };
    // The provider's clock counts seconds: nothing moves before it was paid.
    entries.push({ kind, at: paidAt && paidAt > at ? paidAt : at, shares });
  };
  if (paidAt) {
    move("paid", paidAt, "client", "platform", amountCents);
    const share = cents(amountCents - applicationFeeCents);
    if (destinationAccount) move("transfer", paidAt, "platform", "professional", share);
  }
  for (const { status, settledAt, createdAt, amountCents } of refunds) {
    const at = settledAt ?? createdAt;
    if (status === "succeeded") move("refund", at, "platform", "client", amountCents);
  }
  for (const { kind, createdAt, amountCents } of movements) {
    move(kind, createdAt, ...WAYS[kind], amountCents);
  }
  // A bank takes what came by card; other returns do not concern it.
  const byCard = cents(keptOf(payment) + notedIn(refunds));
  const held = isDisputeOpen(payment.disputeStatus)
    ? cents(Math.min(byCard, payment.disputedCents ?? byCard))
    : cents(0);
  if (held > 0) move("held", heldSince, "platform", "client", held);
  for (const { kind, at, amountCents } of fees ?? []) {
    move(kind, at, "platform", "provider", amountCents);
  }
  entries.sort((one, other) => one.at.getTime() - other.at.getTime());
  const total = sumOf(entries);
  const ifWon = held > 0 ? sumOf(entries.filter(({ kind }) => kind !== "held")) : null;
  return { entries, total, ifWon, hasFees: fees !== null };
}

/** Cents refunded by other means than the provider. */
function notedIn(refunds: readonly Refund[]): number {
  return refunds
    .filter(({ status, stripeRefundId }) => status === "succeeded" && stripeRefundId === null)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}

function sumOf(entries: readonly LedgerEntry[]): Shares {
  const of = (party: Party) => cents(entries.reduce((sum, { shares }) => sum + shares[party], 0));
  return {
    client: of("client"),
    professional: of("professional"),
    provider: of("provider"),
    platform: of("platform"),
  };
}
