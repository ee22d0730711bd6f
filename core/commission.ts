import { type Cents, cents } from "./money.ts";

/** The platform's share of a booking; the professional gets the rest (rule: commission). */
export const COMMISSION_RATE = 0.1;

const percent = (rate: number) => `${Math.round(rate * 100)} %`;
/** « 10 % », and the professional's « 90 % ». */
export const COMMISSION_LABEL: string = percent(COMMISSION_RATE);
export const SHARE_LABEL: string = percent(1 - COMMISSION_RATE);

/** The platform's commission in whole cents. */
export function commission(total: Cents): Cents {
  return cents(Math.round(total * COMMISSION_RATE));
}
