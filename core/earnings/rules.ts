import { percent } from "../commission.ts";
import { dayKey, fromParis } from "../dates.ts";
import { type Cents, cents } from "../money.ts";
import type { Arrival, EarningsSum, MovementGroup } from "./schema.ts";

export const RECENT_MONTHS = 12;

/** The assumed cost of a card payment: 2.9 % and 0.30 € (rule: earnings-figures). */
const CARD_PER_MILLE = 29;
const CARD_FIXED = 30;
export const CARD_COST: string = `${percent(CARD_PER_MILLE * 10)} et ${(CARD_FIXED / 100).toLocaleString("fr-FR", { minimumFractionDigits: 2 })} €`;

/** Of a calendar year, or the last twelve up to now: « 2026-11 », oldest first. */
export function monthsOf(year: number | null, now: Date): string[] {
  if (year !== null) return Array.from({ length: 12 }, (_, month) => monthKey(year * 12 + month));
  const [thisYear = 0, thisMonth = 1] = dayKey(now).split("-").map(Number);
  const last = thisYear * 12 + thisMonth - 1;
  return Array.from({ length: RECENT_MONTHS }, (_, at) => monthKey(last - RECENT_MONTHS + 1 + at));
}

/** In Paris, from the first month to before the one after the last. */
export function periodOf(months: readonly string[]): { from: Date; before: Date } {
  const [year = 0, month = 0] = String(months.at(-1)).split("-").map(Number);
  const [from, before] = [months[0], monthKey(year * 12 + month)].map((first) =>
    fromParis(`${first}-01T00:00`),
  );
  if (!from || !before) throw new RangeError(`${months} are no months`);
  return { from, before };
}

function monthKey(count: number): string {
  const year = Math.floor(count / 12);
  return `${String(year).padStart(4, "0")}-${String((count % 12) + 1).padStart(2, "0")}`;
}

/** Of each movement as often as it was counted. */
export function addUp(
  movements: readonly (Omit<MovementGroup, "month" | "count"> & { count?: number })[],
): EarningsSum {
  const sum = { gross: 0, refunded: 0, covered: 0, commission: 0 };
  for (const { count = 1, ...movement } of movements) {
    sum.gross += movement.paidCents * count;
    sum.refunded += movement.reversedCents * count;
    sum.covered += movement.coveredCents * count;
    sum.commission += movement.commissionCents * count;
  }
  return {
    grossCents: cents(sum.gross),
    refundedCents: cents(sum.refunded),
    coveredCents: cents(sum.covered),
    commissionCents: cents(sum.commission),
    shareCents: cents(sum.gross - sum.refunded - sum.commission),
  };
}

export function refundingOf(groups: readonly MovementGroup[]): Cents {
  return cents(groups.reduce((sum, { pendingCents, count }) => sum + pendingCents * count, 0));
}

/** Payments less refunds and the cost of cards, before the commission (rule: earnings-figures). */
export function netEstimate(groups: readonly MovementGroup[]): Cents {
  const { grossCents, refundedCents } = addUp(groups);
  const gross = grossCents - refundedCents;
  const bookings = groups.reduce((sum, { kind, endsPayment, count }) => {
    return sum + (kind === "payment" ? count : 0) - (endsPayment ? count : 0);
  }, 0);
  const cost = Math.round((gross * CARD_PER_MILLE) / 1000) + CARD_FIXED * bookings;
  return cents(Math.max(0, gross - cost));
}

export function yearsSince(first: Date | null, now: Date): number[] {
  const [last, start] = [now, first ?? now].map((at) => Number(dayKey(at).slice(0, 4)));
  if (last === undefined || start === undefined) return [];
  return Array.from({ length: Math.max(1, last - start + 1) }, (_, back) => last - back);
}

/** By day, the next first; a debt to the provider, in cents, is deducted from the first amounts. */
export function arrivalsOf(
  pending: readonly { availableAt: Date; netCents: number }[],
  debt: number,
): Arrival[] {
  const byDay = new Map<string, number>();
  for (const { availableAt, netCents } of pending) {
    const day = availableAt.toISOString().slice(0, 10);
    byDay.set(day, (byDay.get(day) ?? 0) + netCents);
  }
  let owed = debt;
  return [...byDay].sort().flatMap(([day, amount]) => {
    const left = amount - owed;
    owed = Math.max(0, -left);
    return left > 0 ? [{ day: new Date(`${day}T00:00Z`), amountCents: cents(left) }] : [];
  });
}

/** Refunds are taken from the available balance; pending money makes up for what is below 0. */
export function splitBalance(available: number, pending: number) {
  const debt = Math.min(0, available);
  return { availableCents: cents(available - debt), pendingCents: cents(pending + debt) };
}

/** By the day of their arrival, which is the one that is shown. */
export function latestFirst<Payout extends { arrivesAt: Date }>(
  payouts: readonly Payout[],
): Payout[] {
  return payouts.toSorted((one, other) => other.arrivesAt.getTime() - one.arrivesAt.getTime());
}
