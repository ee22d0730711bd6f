import { z } from "zod";
import type { Context } from "../context.server.ts";
import type { Cents } from "../money.ts";

/** The fields of a checkout session that decide, from an event or an answer. */
export interface ProviderClaim {
  /** Our payment's id, as sent in `client_reference_id`. */
  reference: string | null;
  livemode: boolean;
  amountCents: number | null;
  currency: string | null;
}

/** The provider's answer about a checkout, reduced to the fields that decide. */
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

/** A payment of ours that only the provider still knows. */
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
  /** The ids that we gave the provider to keep. */
  recovery: Record<string, string>;
}

/** The provider's answer about one refund. */
export interface RefundAnswer {
  /** The provider's id. */
  stripeRefundId: string;
  /** Our refund's id from its metadata; null for one made at the provider's dashboard. */
  refundId: string | null;
  amountCents: Cents;
  status: "pending" | "succeeded" | "failed";
}

/** The provider's answer about the disputes of one payment. */
export interface DisputeAnswer {
  /** Its word for the state of the open dispute, else of the newest. */
  status: string;
  /** Until when evidence for it is taken; null once it is over. */
  dueAt: Date | null;
  /** What else it says of that one, as we keep it. */
  about: {
    disputeId: string;
    disputedAt: Date;
    /** Its word for why it is contested. */
    disputeReason: string;
    disputedCents: Cents;
    disputeFeeCents: Cents | null;
  };
  /** The amount that lost disputes took back. */
  lostCents: Cents;
}

/** A change of a payment, passed to the capability that its reference belongs to. */
export type PaymentUpdate = {
  paymentId: string;
  /**
   * The payment's version before the provider was asked, where an answer may be older than what is
   * stored (`platform/newest-answer.server.ts`); refunds, for example, only move forward.
   */
  version?: string;
} & (
  | { event: "paid"; answer: ProviderAnswer }
  /** The provider refused to make the checkout. */
  | { event: "refused"; answer: null }
  /** The payer has finished, and their bank is deciding. */
  | { event: "processing"; answer: ProviderAnswer }
  /** Paid and fully refunded before we heard of either. */
  | { event: "refund_done"; answer: ProviderAnswer }
  /**
   * An operator says that this much of what is owed was given back by other means: a refund with this
   * id, at this rate of the commission, in basis points.
   */
  | { event: "returned_otherwise"; refundId: string; amountCents: Cents; rate: number }
  | {
      event: "ended";
      reason: "expired" | "failed" | "abandoned";
      /** Null when the provider certainly never made the checkout. */
      answer: ProviderAnswer | null;
    }
  | { event: "mismatch"; reason: string; answer: ProviderAnswer | null }
  | { event: "refund"; refund: RefundAnswer }
  /** The provider certainly will not make this refund of ours, for the reason in its code. */
  | { event: "refund_refused"; refundId: string; code: string }
  | { event: "dispute"; dispute: DisputeAnswer }
);

/**
 * Applies news in the capability that the payment is for, in one transaction with the payment itself.
 * Whoever settles hands it in, because payments know nothing of what they pay for.
 *
 * @returns null; or the id of another payment, which has to be ended before this news can be applied.
 */
export type PaymentListener = (ctx: Context, update: PaymentUpdate) => Promise<string | null>;

/** A `session_id` of a result page: the provider's checkout, or ours for a free booking. */
export const checkoutIdInput = z.string().trim().min(1).max(255);

/** The cookie of an earlier guest purchase in this browser (rule: buyer-proof). */
export const guestProof = z.string().max(100).optional();
