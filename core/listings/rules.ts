import { type Cents, cents } from "../money.ts";

export const PRICE_BANDS = ["0-20", "20-40", "40-60", "60+"] as const;

export type PriceBand = (typeof PRICE_BANDS)[number];

/**
 * Bands on the client's price, `from` included and `below` excluded (rule: price-bands):
 * `inBand` of search/listed/slot-conditions.server.ts.
 */
export const PRICE_BAND_BOUNDS: Record<PriceBand, { from: Cents; below: Cents | null }> = {
  "0-20": { from: cents(0), below: cents(2_000) },
  "20-40": { from: cents(2_000), below: cents(4_000) },
  "40-60": { from: cents(4_000), below: cents(6_000) },
  "60+": { from: cents(6_000), below: null },
};

export const LOW_STOCK = 3;

/** Search rows count free seats up to this, so most bookings need not update them. */
export const SEATS_TOLD = 6;

export const ONLINE_WORD = "enligne";

export const FLAGS = { online: 1, group: 2, activity: 4 } as const;

export const MARKED_MINUTES = [30, 45, 60, 90] as const;
