import { addDays, dayKey, fromParis } from "../dates.ts";
import { DAY } from "../durations.ts";

const BOOST_LASTS = DAY;
const BOOST_DAYS_AHEAD = 30;
/** Positions of boosts, and the fewest results of a list that has one. */
const PLACES = [1, 7] as const;
export const LEAST_RESULTS = 6;

export function boostDays(now: Date): string[] {
  const today = dayKey(now);
  return Array.from({ length: BOOST_DAYS_AHEAD + 1 }, (_, index) => addDays(today, index));
}

/** From midnight in Paris, or now if the day has begun. */
export function boostHours(day: string, now: Date): { from: Date; until: Date } {
  const midnight = fromParis(`${day}T00:00`);
  if (!midnight) throw new Error(`no day ${day}`);
  const from = midnight > now ? midnight : now;
  return { from, until: new Date(from.getTime() + BOOST_LASTS) };
}

export function boostMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** Rotates one step per turn, so that each comes first as often as any other. */
export function inTurn<Boost>(boosts: readonly Boost[], turn: number): Boost[] {
  const start = boosts.length === 0 ? 0 : turn % boosts.length;
  return [...boosts.slice(start), ...boosts.slice(0, start)];
}

export const MAX_SHOWN = PLACES.length;

/** Places each boost once on the first page (rule: boost), from which no other card leaves. */
export function placeBoosted<Card extends { id: string }>(
  page: readonly Card[],
  boosted: readonly Card[],
): Card[] {
  const placed = page.filter(({ id }) => !boosted.some((card) => card.id === id));
  for (const [index, card] of boosted.slice(0, MAX_SHOWN).entries()) {
    placed.splice((PLACES[index] ?? PLACES[0]) - 1, 0, card);
  }
  return placed;
}
