import { z } from "zod";
import type { Context } from "../context.server.ts";
import type { Cents } from "../money.ts";

export interface ProviderClaim {
  /** Our payment's id, sent as `client_reference_id`. */
  reference: string | null;
  livemode: boolean;
  amountCents: number | null;
  currency: string | null;
}

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

/** Only the provider still knows it. */
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
  createdAt: Date;
  expiresAt: Date;
  /** Given to the provider to keep. */
  recovery: Record<string, string>;
}

export interface RefundAnswer {
  stripeRefundId: string;
  /** From its metadata; null for one made at the provider's dashboard. */
  refundId: string | null;
  amountCents: Cents;
  status: "pending" | "succeeded" | "failed";
}

export interface DisputeAnswer {
  /** The provider's word for the open dispute, else the newest. */
  status: string;
  /** Null once it is over. */
  dueAt: Date | null;
  about: {
    disputeId: string;
    disputedAt: Date;
    disputeReason: string;
    disputedCents: Cents;
    disputeFeeCents: Cents | null;
  };
  /** Taken back by lost disputes. */
  lostCents: Cents;
}

/** Passed to the capability that its reference belongs to. */
export type PaymentUpdate = {
  paymentId: string;
  /** Read before the provider was asked, as answers may be stale. */
  version?: string;
} & (
  | { event: "paid"; answer: ProviderAnswer }
  | { event: "refused"; answer: null }
  | { event: "processing"; answer: ProviderAnswer }
  /** Paid and fully refunded before we heard of either. */
  | { event: "refund_done"; answer: ProviderAnswer }
  /** Given back by other means; `rate` of the commission in basis points. */
  | { event: "returned_otherwise"; refundId: string; amountCents: Cents; rate: number }
  | {
      event: "ended";
      reason: "expired" | "failed" | "abandoned";
      /** Null when the provider certainly never made the checkout. */
      answer: ProviderAnswer | null;
    }
  | { event: "mismatch"; reason: string; answer: ProviderAnswer | null }
  | { event: "refund"; refund: RefundAnswer }
  /** It certainly will not be made. */
  | { event: "refund_refused"; refundId: string; code: string }
  | { event: "dispute"; dispute: DisputeAnswer }
);

/** Handed in by whoever settles; answers the id of another payment to end first, else null. */
export type PaymentListener = (ctx: Context, update: PaymentUpdate) => Promise<string | null>;

export const checkoutIdInput = z.string().trim().min(1).max(255);

/** An earlier guest purchase's cookie (rule: buyer-proof). */
export const guestProof = z.string().max(100).optional();
