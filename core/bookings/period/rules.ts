import { commission } from "../../commission.ts";
import { addDays, dayKey, toParis, weekdayOf } from "../../dates.ts";
import { DAY } from "../../durations.ts";
import { type Cents, cents } from "../../money.ts";

/** In characters. */
export const WORD_LENGTH = 280;
/** Slots of one cancellation, and days of its period. */
export const MAX_SLOTS = 300;
const MAX_DAYS = 62;

export const PERIODS = ["ce-soir", "demain", "dimanche", "autre"] as const;
export type Period = (typeof PERIODS)[number];

/** In Paris. */
const EVENING = "15:00";

export function isEvening(now: Date): boolean {
  return toParis(now).slice(11) >= EVENING;
}

/** For a Sunday, the one a week later. */
function nextSunday(day: string): string {
  return addDays(day, 7 - (weekdayOf(day) % 7));
}

/** Local times in Paris for form fields: from now or the midnight before, until midnight. */
export function hoursOf(period: Exclude<Period, "autre">, now: Date): { from: string; to: string } {
  const today = dayKey(now);
  const midnight = (day: string) => `${day}T00:00`;
  switch (period) {
    case "ce-soir":
      return { from: toParis(now), to: midnight(addDays(today, 1)) };
    case "demain":
      return { from: midnight(addDays(today, 1)), to: midnight(addDays(today, 2)) };
    case "dimanche":
      return { from: toParis(now), to: midnight(addDays(nextSunday(today), 1)) };
  }
}

export function whyNotPeriod({ from, to }: { from: Date; to: Date }, now: Date): string | null {
  if (to <= from) return "La fin vient après le début";
  if (to <= now) return "Cette période est passée";
  return to.getTime() - from.getTime() > (MAX_DAYS + 1) * DAY
    ? `${MAX_DAYS} jours au plus à la fois`
    : null;
}

/** Takes each commission at its own rate of what is left (rule: money-in-parts). */
export function refundsOf(people: readonly { dueCents: Cents; commissionRate: number }[]) {
  let [refund, given] = [0, 0];
  for (const { dueCents, commissionRate } of people) {
    refund += dueCents;
    given += commission(dueCents, commissionRate);
  }
  return { refundCents: cents(refund), commissionCents: cents(given) };
}

export function costOf(
  stops: readonly { refundCents: Cents; commissionCents: Cents; people: readonly unknown[] }[],
): { refundCents: Cents; commissionCents: Cents; ownCents: Cents; people: number } {
  const sum = (of: (stop: (typeof stops)[number]) => number) =>
    stops.reduce((total, stop) => total + of(stop), 0);
  const refundCents = cents(sum((stop) => stop.refundCents));
  const commissionCents = cents(sum((stop) => stop.commissionCents));
  const ownCents = cents(refundCents - commissionCents);
  return { refundCents, commissionCents, ownCents, people: sum(({ people }) => people.length) };
}
