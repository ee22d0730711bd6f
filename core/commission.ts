import { type Cents, cents } from "./money.ts";

const WHOLE = 10_000;
/** Basis points (rule: commission); a booking keeps the rate it was made at. */
export const COMMISSION_RATE = 1_000;

export const percent = (rate: number): string => `${(rate / 100).toLocaleString("fr-FR")} %`;
export const COMMISSION_LABEL: string = percent(COMMISSION_RATE);
export const SHARE_LABEL: string = percent(WHOLE - COMMISSION_RATE);

/** Whole cents, with `rate` in basis points. */
export function commission(total: Cents, rate: number): Cents {
  return cents(Math.round((total * rate) / WHOLE));
}

/**
 * The commission kept stays its rate of the price kept; after a resale, of both payments together
 * (rules: money-in-parts, resale).
 * @param left of the payment before this refund, in cents.
 * @param rate in basis points.
 */
export function commissionOfPart(
  left: Cents,
  amount: Cents,
  { rate, resoldCents }: { rate: number; resoldCents: Cents },
): Cents {
  const before = commission(cents(left + resoldCents), rate);
  return cents(before - commission(cents(left - amount + resoldCents), rate));
}
