import { type Cents, cents } from "./money.ts";

const WHOLE = 10_000;
/** Basis points (rule: commission); a booking keeps the rate it was made at. */
export const COMMISSION_RATE = 1_000;

export const percent = (rate: number): string => `${(rate / 100).toLocaleString("fr-FR")} %`;
export const COMMISSION_LABEL: string = percent(COMMISSION_RATE);
export const SHARE_LABEL: string = percent(WHOLE - COMMISSION_RATE);

/** Whole cents, with `rate` in basis points; Stripe computes a refund's part. */
export function commission(total: Cents, rate: number): Cents {
  return cents(Math.round((total * rate) / WHOLE));
}
