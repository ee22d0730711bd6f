import { HOUR, MINUTE } from "../dates.ts";
import { type Cents, cents } from "../money.ts";
import type { PriceBand, SlotView, Unbookable } from "./schema.ts";

/** The last-minute list goes up to and including 72 h ahead (R4). */
export const LAST_MINUTE_WINDOW = 72 * HOUR;
/**
 * Lists let go of a slot this long before it starts, so that the job which moves offers on to
 * their next slot runs ahead of the clock, and no session with later slots is ever missing.
 */
export const LISTING_LEAD = 2 * MINUTE;

const LAST_MINUTE_BADGE = 24 * HOUR;

/** Whether a card bears the last-minute badge: the next slot starts in strictly under 24 h (R4). */
export function isLastMinute(start: Date | null, now: Date): boolean {
  return start !== null && start.getTime() - now.getTime() < LAST_MINUTE_BADGE;
}

/** Three places or fewer are worth a word (S1§9). */
export const LOW_STOCK = 3;

/** What the client pays: the reduced price when there is one (S1§9). */
export function clientPrice(session: {
  priceCents: Cents;
  discountedPriceCents: Cents | null;
}): Cents {
  return session.discountedPriceCents ?? session.priceCents;
}

/** Whole percent off, rounded down so that no card promises more than it gives; null without one. */
export function discountPercent(session: {
  priceCents: Cents;
  discountedPriceCents: Cents | null;
}): number | null {
  const { priceCents, discountedPriceCents } = session;
  if (discountedPriceCents === null || discountedPriceCents >= priceCents) return null;
  return Math.floor(((priceCents - discountedPriceCents) * 100) / priceCents);
}

/** Bands of the filter on the price that the client pays: `from` included, `below` excluded (R3). */
export const PRICE_BAND_BOUNDS: Record<PriceBand, { from: Cents; below: Cents | null }> = {
  "0-20": { from: cents(0), below: cents(2_000) },
  "20-40": { from: cents(2_000), below: cents(4_000) },
  "40-60": { from: cents(4_000), below: cents(6_000) },
  "60+": { from: cents(6_000), below: null },
};

/** Why this visitor cannot book a session, the reason first that they could do least about (R18). */
export function whyUnbookable(session: {
  isActive: boolean;
  /** The professional's account is active and may be paid. */
  isPayable: boolean;
  isOwn: boolean;
  /** Future ones. */
  slots: readonly Pick<SlotView, "availableSpots">[];
}): Unbookable | null {
  if (!session.isActive) return "inactive";
  if (!session.isPayable) return "professional_unavailable";
  if (session.slots.length === 0) return "no_slot";
  if (session.slots.every((slot) => slot.availableSpots === 0)) return "sold_out";
  return session.isOwn ? "own" : null;
}
