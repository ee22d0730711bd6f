import { cents } from "../money.ts";

/** Noting so much of a payment as returned otherwise takes two people (rule: payment-review). */
export const OUTSIDE_REFUND_NEEDS_TWO_FROM = cents(10_000);
