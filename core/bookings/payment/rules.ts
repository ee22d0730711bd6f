import { type BookingState, type CancelReason, NEVER_PAID } from "../rules.ts";

/** `declined`: this buyer may not have it; `refunded`: paid too late; `called_off`: ended since. */
export type PurchaseOutcome =
  | "confirmed"
  | "pending"
  | "processing"
  | "failed"
  | "refunded"
  | "declined"
  | "cancelled"
  | "review"
  | "called_off";

export function purchaseOutcome(booking: {
  status: BookingState;
  cancelReason: CancelReason | null;
  paymentStatus: string;
  isProcessing: boolean;
}): PurchaseOutcome {
  const { status, cancelReason, paymentStatus } = booking;
  if (status === "pending" && booking.isProcessing) return "processing";
  if (status !== "cancelled") return status;
  if (cancelReason === "failed") return "failed";
  if (cancelReason === "late") return "refunded";
  if (cancelReason === "duplicate" || cancelReason === "own") return "declined";
  if (paymentStatus === "refunded") return "called_off";
  if (cancelReason === "review") return "review";
  return NEVER_PAID.some((reason) => reason === cancelReason) ? "cancelled" : "called_off";
}
