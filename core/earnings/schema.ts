import { z } from "zod";
import type { Cents } from "../money.ts";

/** One calendar year, or, without it, the last twelve months. */
export const earningsInput = z.object({
  year: z.coerce.number().int().min(2000).max(2100).optional(),
});

/**
 * Kinds of movements: `payment`: a client paid; `refund`: they were refunded; `refunding`: they are
 * about to be; `dispute`: their bank took the money back; `reversal` and `fee_refund`: the platform
 * alone took money from the professional's account, or returned its commission.
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
  /** The client's payment. */
  paidCents: Cents;
  /** The platform's commission; negative where it was returned. */
  commissionCents: Cents;
  /** Taken back from the professional's account, commission included. */
  reversedCents: Cents;
  /** Refunded to the client by the platform alone; negative once it was recovered. */
  coveredCents: Cents;
  /** On its way back to the client. */
  pendingCents: Cents;
  /** Whether this movement leaves nothing of the payment. */
  endsPayment: boolean;
  count: number;
}

/** One movement by itself. */
export interface Movement extends Omit<MovementGroup, "month" | "count"> {
  bookingId: string;
  at: Date;
  title: string;
  /** Of the booking, as it is now: those that stand, and those that were given back. */
  seats: number;
  seatsGiven: number;
}

/** Gross − refunded − commission = share, to the cent (I4). A month of refunds may be negative. */
export interface EarningsSum {
  /** All payments of clients. */
  grossCents: Cents;
  /** The part taken back from the professional's account, for refunds. */
  refundedCents: Cents;
  /** Refunds at the platform's own expense. */
  coveredCents: Cents;
  /** The commission, less its returned part. */
  commissionCents: Cents;
  /** The amount that reached the professional's account, less the part taken back. */
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
  /**
   * The estimate: before the commission, after the usual cost of cards (rule: earnings-figures).
   */
  netEstimateCents: Cents;
}

/** The provider's figures for the payment account. `silent`: it did not answer in time. */
export type Payouts =
  | { state: "none" }
  | { state: "silent" }
  | {
      state: "known";
      availableCents: Cents;
      pendingCents: Cents;
      /** The dates on which pending money becomes available, the next first, less any debt. */
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
