import { addDays, dayKey, fromParis } from "../dates.ts";
import { DAY } from "../durations.ts";

/** How long a boost lasts. */
const BOOST_LASTS = DAY;
/** How far ahead its day may be. */
const BOOST_DAYS_AHEAD = 30;
/** The places of boosted sessions, and the fewest results of a list that has one. */
const PLACES = [1, 7] as const;
export const LEAST_RESULTS = 6;

/** The days that may be chosen, today first, as « 2026-11-20 ». */
export function boostDays(now: Date): string[] {
  const today = dayKey(now);
  return Array.from({ length: BOOST_DAYS_AHEAD + 1 }, (_, index) => addDays(today, index));
}

/** The 24 hours of a boost: from midnight in Paris, or from now on if the day has begun. */
export function boostHours(day: string, now: Date): { from: Date; until: Date } {
  const midnight = fromParis(`${day}T00:00`);
  if (!midnight) throw new Error(`no day ${day}`);
  const from = midnight > now ? midnight : now;
  return { from, until: new Date(from.getTime() + BOOST_LASTS) };
}

/** The month that a day's boost is taken from, as its first day. */
export function boostMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/**
 * The order in which boosts have their turn: one step further with each turn, so that each comes
 * first, and second, as often as any other.
 */
export function inTurn<Boost>(boosts: readonly Boost[], turn: number): Boost[] {
  const start = boosts.length === 0 ? 0 : turn % boosts.length;
  return [...boosts.slice(start), ...boosts.slice(0, start)];
}

/** The most that a list shows at its head. */
export const MOST_SHOWN = PLACES.length;

/**
 * The first page with boosted sessions at their places, each once (rule: boost). None of the others
 * leaves the page, so that the next one goes on where it would have.
 */
export function placeBoosted<Card extends { id: string }>(
  page: readonly Card[],
  boosted: readonly Card[],
): Card[] {
  const placed = page.filter(({ id }) => !boosted.some((card) => card.id === id));
  for (const [index, card] of boosted.slice(0, MOST_SHOWN).entries()) {
    placed.splice((PLACES[index] ?? PLACES[0]) - 1, 0, card);
  }
  return placed;
}
