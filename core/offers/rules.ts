import { MINUTE } from "../durations.ts";
import type { Cents } from "../money.ts";
import { cents } from "../money.ts";
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

/**
 * Lists drop a slot this long before it starts, so that the job which moves offers on to their next
 * slot runs ahead of the clock, and no session with later slots is ever missing.
 */
export const LISTING_LEAD = 2 * MINUTE;

/** Three places or fewer are mentioned. */
export const LOW_STOCK = 3;

/** The word by which sessions online are found, beside those of their titles. */
export const ONLINE_WORD = "enligne";
