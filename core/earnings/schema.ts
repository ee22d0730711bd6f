import { z } from "zod";
import type { Cents } from "../money.ts";

/** One calendar year, or, without it, the last twelve months. */
export const earningsInput = z.object({
  year: z.coerce.number().int().min(2000).max(2100).optional(),
});

/**
 * Movements of one month that are alike in every amount, counted. `payment`: a booking was paid;
 * `refund`: the site gave it back; `refunding`: it is being given back.
 */
export interface MovementGroup {
  /** « 2026-11 », in Paris. */
  month: string;
  kind: "payment" | "refund" | "refunding";
  /** What the booking cost, and the commission that was kept of it. */
  priceCents: Cents;
  commissionCents: Cents;
  /** What went back to the client; 0 of a payment. */
  backCents: Cents;
  count: number;
}

/** One booking paid or given back. */
export interface Movement extends Omit<MovementGroup, "month" | "count"> {
  bookingId: string;
  at: Date;
  title: string;
}

/** Gross − refunded − commission = share, to the cent (I4). A month of refunds may be negative. */
export interface EarningsSum {
  /** What clients paid. */
  grossCents: Cents;
  /** What went back to them. */
  refundedCents: Cents;
  /** What the platform kept, of what was not given back. */
  commissionCents: Cents;
  /** What reached the professional's payment account, less what was taken back from it. */
  shareCents: Cents;
}

export interface Earnings {
  year: number | null;
  /** Calendar years to choose from, the current one first. */
  years: number[];
  /** Oldest first, those without a movement too. */
  months: (EarningsSum & { month: string })[];
  total: EarningsSum;
  /** On its way back to clients, not yet in `refundedCents`. */
  refundingCents: Cents;
  /** S2§9: before the commission, after what a card usually costs. */
  netEstimateCents: Cents;
}

/** What the provider says of the payment account. `silent`: it did not answer in time. */
export type Payouts =
  | { state: "none" }
  | { state: "silent" }
  | { state: "known"; availableCents: Cents; pendingCents: Cents; payouts: Payout[] };

export interface Payout {
  id: string;
  amountCents: Cents;
  arrivesAt: Date;
  /** The provider's word; labels.ts has ours. */
  status: string;
}
