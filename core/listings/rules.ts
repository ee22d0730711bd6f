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

/** Three places or fewer are mentioned. */
export const LOW_STOCK = 3;

/** Up to this many free seats are told apart; beyond, a booking leaves the search as it is. */
export const SEATS_TOLD = 6;

/** The word by which offerings online are found, beside those of their titles. */
export const ONLINE_WORD = "enligne";

/** The bits of `flags`: a slot is online, of a group, of an activity. */
export const FLAGS = { online: 1, group: 2, activity: 4 } as const;
