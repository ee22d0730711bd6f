import { z } from "zod";
import type { Cents } from "../money.ts";

/** One calendar year, or, without it, the last twelve months. */
export const earningsInput = z.object({
  year: z.coerce.number().int().min(2000).max(2100).optional(),
});

/**
 * What moved a payment's money: `payment`: a client paid; `refund`: they were given money back;
 * `refunding`: they are about to be; `dispute`: their bank took it back; `reversal` and `fee_refund`:
 * the platform took from the professional's account, or gave back its commission, by itself.
 */
export type MovementKind =
  | "payment"
  | "refund"
  | "refunding"
  | "dispute"
  | "reversal"
  | "fee_refund";

/** Movements of one month that are alike in every amount, counted. Cents, as the provider moved them. */
export interface MovementGroup {
  /** « 2026-11 », in Paris. */
  month: string;
  kind: MovementKind;
  /** What a client paid. */
  paidCents: Cents;
  /** The platform's part: taken of a payment, negative where it was given back. */
  commissionCents: Cents;
  /** Taken back from the professional's account, commission included. */
  reversedCents: Cents;
  /** Given back to the client out of the platform's own pocket; negative once it was recovered. */
  coveredCents: Cents;
  /** On its way back to the client. */
  pendingCents: Cents;
  /** By this movement nothing is left of the payment. */
  endsPayment: boolean;
  count: number;
}

/** One movement by itself. */
export interface Movement extends Omit<MovementGroup, "month" | "count"> {
  bookingId: string;
  at: Date;
  title: string;
}

/** Gross − refunded − commission = share, to the cent (I4). A month of refunds may be negative. */
export interface EarningsSum {
  /** What clients paid. */
  grossCents: Cents;
  /** What was taken back of it from the professional's account, for refunds. */
  refundedCents: Cents;
  /** What clients were given back besides, at the platform's own expense. */
  coveredCents: Cents;
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
  | {
      state: "known";
      availableCents: Cents;
      pendingCents: Cents;
      /** When what is pending becomes available, by day, the next first; what a debt eats is left out. */
      arrivals: Arrival[];
      payouts: Payout[];
    };

export interface Arrival {
  /** By the provider's calendar: midnight in UTC of the day. */
  day: Date;
  amountCents: Cents;
}

export interface Payout {
  id: string;
  amountCents: Cents;
  arrivesAt: Date;
  /** The provider's word; labels.ts has ours. */
  status: string;
}
