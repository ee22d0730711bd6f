import { z } from "zod";
import type { Context } from "../context.server.ts";
import type { Cents } from "../money.ts";

/** What a checkout session says of itself, in an event or in an answer. */
export interface ProviderClaim {
  /** Our payment's id, as given in `client_reference_id`. */
  reference: string | null;
  livemode: boolean;
  amountCents: number | null;
  currency: string | null;
}

/** What the provider answers when asked about a checkout, reduced to what decides. */
export interface ProviderAnswer extends ProviderClaim {
  checkoutId: string;
  /** `open`, `complete` or `expired`; Stripe may add others. */
  status: string;
  /** `paid`, `unpaid` or `no_payment_required`; Stripe may add others. */
  paymentStatus: string;
  intent: {
    id: string;
    status: string;
    receivedCents: number;
    currency: string;
    /** The connected account that the charge is transferred to. */
    destination: string | null;
    feeCents: number;
    chargeId: string | null;
    refundedCents: number;
  } | null;
}

/** A payment of ours that only the provider still knows of. */
export interface LostPayment {
  id: string;
  kind: "session_booking" | "activity_booking";
  reference: string;
  checkoutSessionId: string;
  paymentIntentId: string;
  amountCents: Cents;
  applicationFeeCents: Cents;
  currency: string;
  destinationAccount: string | null;
  description: string;
  payerEmail: string;
  successUrl: string;
  cancelToken: string;
  createdAt: Date;
  expiresAt: Date;
  /** What was given to the provider to keep. */
  recovery: Record<string, string>;
}

/** What the provider answers about one refund. */
export interface RefundAnswer {
  /** The provider's id. */
  stripeRefundId: string;
  /** Our refund's id from its metadata; null for one made at the provider's dashboard. */
  refundId: string | null;
  amountCents: Cents;
  status: "pending" | "succeeded" | "failed";
}

/** What the provider answers about the disputes of one payment. */
export interface DisputeAnswer {
  /** Its word for the state of the one that is open, else of the newest. */
  status: string;
  /** What those that were lost took back. */
  lostCents: Cents;
}

/** Something that happened to a payment, told to the capability whose reference it bears. */
export type PaymentNews = { paymentId: string } & (
  | { event: "paid"; answer: ProviderAnswer }
  /** The payer has finished, and their bank is deciding. */
  | { event: "processing"; answer: ProviderAnswer }
  /**
   * Paid, and wholly given back, before we heard of either. Without an answer: the operator says that
   * it was given back by other means.
   */
  | { event: "refund_done"; answer: ProviderAnswer | null }
  | {
      event: "ended";
      reason: "expired" | "failed" | "abandoned";
      /** Null when the provider surely never made the checkout. */
      answer: ProviderAnswer | null;
    }
  | { event: "mismatch"; reason: string; answer: ProviderAnswer | null }
  | { event: "refund"; refund: RefundAnswer }
  /** The provider surely will not make this refund of ours, and says why by a code of its own. */
  | { event: "refund_refused"; refundId: string; code: string }
  | { event: "dispute"; dispute: DisputeAnswer }
);

/**
 * Applies news in the capability that the payment is for, in one transaction with the payment itself.
 * Whoever settles hands it in, because payments know nothing of what they pay for.
 *
 * @returns null; or the id of another payment, which has to be ended before this news can be applied.
 */
export type PaymentListener = (ctx: Context, news: PaymentNews) => Promise<string | null>;

/** A `session_id` of a result page: the provider's checkout, or ours for what costs nothing. */
export const checkoutIdInput = z.string().trim().min(1).max(255);

/** The cookie of an earlier guest purchase in this browser (R27). */
export const guestProof = z.string().max(100).optional();
