import { dayKey, fromParis } from "../dates.ts";
import { type Cents, cents } from "../money.ts";

/** Splits at basis points so that both parts add up to it. */
export function splitVat(total: Cents, rate: number): { netCents: Cents; vatCents: Cents } {
  const netCents = cents(Math.round((total * 10_000) / (10_000 + rate)));
  return { netCents, vatCents: cents(total - netCents) };
}

/** Reaching either in a calendar year makes details due (rule: tax-details). */
export const SALES_DUE = 30;
export const CENTS_DUE: Cents = cents(200_000);

export interface YearlySales {
  sales: number;
  paidCents: Cents;
}

export function areDetailsDue({ sales, paidCents }: YearlySales): boolean {
  return sales >= SALES_DUE || paidCents >= CENTS_DUE;
}

/** In Paris. */
export function yearOf(now: Date): { year: number; from: Date } {
  const year = Number(dayKey(now).slice(0, 4));
  return { year, from: firstInstantOf(year) };
}

export function firstInstantOf(year: number): Date {
  const from = fromParis(`${year}-01-01T00:00`);
  if (!from) throw new RangeError(`${year} is no year`);
  return from;
}

export function quarterOf(month: string): 1 | 2 | 3 | 4 {
  return Math.ceil(Number(month.slice(5)) / 3) as 1 | 2 | 3 | 4;
}

/** Only what was paid for has one (rule: receipt). */
export function hasReceipt({
  pricePaidCents,
  confirmedAt,
}: {
  pricePaidCents: Cents;
  confirmedAt: Date | null;
}): boolean {
  return confirmedAt !== null && pricePaidCents > 0;
}
