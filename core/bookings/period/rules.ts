import { commission } from "../../commission.ts";
import { addDays, dayKey, toParis, weekdayOf } from "../../dates.ts";
import { DAY } from "../../durations.ts";
import { type Cents, cents } from "../../money.ts";

/** The longest message that can be sent with a cancellation, in characters. */
export const WORD_LENGTH = 280;
/** The most slots of one cancellation, and the most days of its period. */
export const MOST_SLOTS = 300;
const MOST_DAYS = 62;

export const PERIODS = ["ce-soir", "demain", "dimanche", "autre"] as const;
export type Period = (typeof PERIODS)[number];

/** The time in Paris from which the rest of the day is called evening. */
const EVENING = "15:00";

/** Whether the rest of today is an evening. */
export function isEvening(now: Date): boolean {
  return toParis(now).slice(11) >= EVENING;
}

/** The next Sunday after a day; for a Sunday, the one a week later. */
function nextSunday(day: string): string {
  return addDays(day, 7 - (weekdayOf(day) % 7));
}

/**
 * The beginning and end of a period as local times in Paris, for form fields. It lasts until
 * midnight, and begins now or at the midnight before.
 */
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

/** The message for a period that cannot be cancelled; null if it can. */
export function whyNotPeriod({ from, to }: { from: Date; to: Date }, now: Date): string | null {
  if (to <= from) return "La fin vient après le début";
  if (to <= now) return "Cette période est passée";
  return to.getTime() - from.getTime() > (MOST_DAYS + 1) * DAY
    ? `${MOST_DAYS} jours au plus à la fois`
    : null;
}

/**
 * The refunds of a slot's clients, and the platform's commission in them: of each its rate of what is
 * left, which is what its refund gives back (rule: money-in-parts).
 */
export function refundsOf(people: readonly { dueCents: Cents; commissionRate: number }[]) {
  let [refund, given] = [0, 0];
  for (const { dueCents, commissionRate } of people) {
    refund += dueCents;
    given += commission(dueCents, commissionRate);
  }
  return { refundCents: cents(refund), commissionCents: cents(given) };
}

/** The cost of cancelling some slots, for the clients, the platform and the professional. */
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
