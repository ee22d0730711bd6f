import { addDays, dayKey, toParis, weekdayOf } from "../../dates.ts";
import { DAY } from "../../durations.ts";
import { type Cents, cents } from "../../money.ts";

/** Characters of the word that goes with a cancellation. */
export const WORD_LENGTH = 280;
/** Slots of one act, and days of one period. */
export const MOST_SLOTS = 300;
const MOST_DAYS = 62;

export const PERIODS = ["ce-soir", "demain", "dimanche", "autre"] as const;
export type Period = (typeof PERIODS)[number];

/** An evening begins then, by the clock in Paris. */
const EVENING = "15:00";

/** Whether the rest of today is an evening. */
export function isEvening(now: Date): boolean {
  return toParis(now).slice(11) >= EVENING;
}

/** On a Sunday, the one after. */
function nextSunday(day: string): string {
  return addDays(day, 7 - (weekdayOf(day) % 7));
}

/**
 * The hours of a period, by the clock in Paris as fields hold them: until midnight, from now on or
 * from the midnight before.
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

/** Why a period cannot be looked at, in French; null when it can. */
export function whyNotPeriod({ from, to }: { from: Date; to: Date }, now: Date): string | null {
  if (to <= from) return "La fin vient après le début";
  if (to <= now) return "Cette période est passée";
  return to.getTime() - from.getTime() > (MOST_DAYS + 1) * DAY
    ? `${MOST_DAYS} jours au plus à la fois`
    : null;
}

/** The platform's part of what one client gets back, as it was when they booked. */
export function commissionOf(booking: {
  pricePaidCents: Cents;
  commissionCents: Cents;
  dueCents: Cents;
}): Cents {
  const { pricePaidCents, commissionCents, dueCents } = booking;
  if (dueCents === 0) return cents(0);
  return cents(Math.round((commissionCents * dueCents) / pricePaidCents));
}

/** The cost of stopping some slots: to the clients, to the platform, and to their professional. */
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
