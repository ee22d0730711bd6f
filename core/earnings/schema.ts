import { z } from "zod";
import type { Cents } from "../money.ts";

/** Without a year, the last twelve months. */
export const earningsInput = z.object({
  year: z.coerce.number().int().min(2000).max(2100).optional(),
});

/**
 * `refunding`: about to be refunded; `dispute`: the bank took it back; `reversal`, `fee_refund`:
 * the platform took from the professional, or returned its commission.
 */
export type MovementKind =
  | "payment"
  | "refund"
  | "refunding"
  | "dispute"
  | "reversal"
  | "fee_refund";

/** Movements of one month that are alike in every amount, as the provider moved them. */
export interface MovementGroup {
  /** « 2026-11 », in Paris. */
  month: string;
  kind: MovementKind;
  paidCents: Cents;
  /** Negative where it was returned. */
  commissionCents: Cents;
  /** Taken back from the professional's account, commission included. */
  reversedCents: Cents;
  /** Refunded to the client by the platform alone; negative once it was recovered. */
  coveredCents: Cents;
  pendingCents: Cents;
  endsPayment: boolean;
  count: number;
}

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
  grossCents: Cents;
  refundedCents: Cents;
  coveredCents: Cents;
  commissionCents: Cents;
  shareCents: Cents;
}

export interface Earnings {
  year: number | null;
  /** The current one first. */
  years: number[];
  /** Oldest first, those without a movement too. */
  months: (EarningsSum & { month: string })[];
  total: EarningsSum;
  refundingCents: Cents;
  /** Before the commission, after the usual cost of cards (rule: earnings-figures). */
  netEstimateCents: Cents;
}

/** `silent`: the provider did not answer in time. */
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
