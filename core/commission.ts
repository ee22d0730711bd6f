import { type Cents, cents } from "./money.ts";

/** All of a price, in basis points. */
const WHOLE = 10_000;
/**
 * The platform's share of a booking made now, in basis points; the professional gets the rest (rule:
 * commission). A booking keeps the rate that it was made at.
 */
export const COMMISSION_RATE = 1_000;

/** « 10 % », of a rate in basis points. */
export const percent = (rate: number): string => `${(rate / 100).toLocaleString("fr-FR")} %`;
/** « 10 % », and the professional's « 90 % ». */
export const COMMISSION_LABEL: string = percent(COMMISSION_RATE);
export const SHARE_LABEL: string = percent(WHOLE - COMMISSION_RATE);

/**
 * The platform's commission in whole cents. A refund returns its part by the provider's own
 * arithmetic, asked for in payments/refunds/ask-refund.server.ts.
 *
 * @param rate in basis points.
 */
export function commission(total: Cents, rate: number): Cents {
  return cents(Math.round((total * rate) / WHOLE));
}
