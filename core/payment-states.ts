export const PAYMENT_STATES = [
  "creating",
  "open",
  "paid",
  "partially_refunded",
  "expired",
  "refunding",
  "refunded",
  "review",
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];
