import { type Cents, cents } from "../money.ts";

export const PRICE_BANDS = ["0-20", "20-40", "40-60", "60+"] as const;

export type PriceBand = (typeof PRICE_BANDS)[number];

/**
 * Bands of the filter on the client's price: `from` included, `below` excluded (rule: price-bands).
 */
export const PRICE_BAND_BOUNDS: Record<PriceBand, { from: Cents; below: Cents | null }> = {
  "0-20": { from: cents(0), below: cents(2_000) },
  "20-40": { from: cents(2_000), below: cents(4_000) },
  "40-60": { from: cents(4_000), below: cents(6_000) },
  "60+": { from: cents(6_000), below: null },
};

/** The number of free seats is shown when it is this low. */
export const LOW_STOCK = 3;

/**
 * Search rows count free seats only up to this number, so that most bookings of a slot with more
 * need not update them.
 */
export const SEATS_TOLD = 6;

/** The word that finds online offerings, besides the words of their titles. */
export const ONLINE_WORD = "enligne";

/** The bits of the column `flags`: the slot is online, for a group, of an activity. */
export const FLAGS = { online: 1, group: 2, activity: 4 } as const;

/** Lengths in minutes with a mark of their own, which has what lasts at most so long. */
export const MARKED_MINUTES = [30, 45, 60, 90] as const;
