import type { PriceBand } from "../../listings/rules.ts";

/** The orders of an index; by relevance is by date, in two parts. */
export type Order = "date" | "distance" | "price_asc" | "price_desc" | "rating";

/** A search in the terms of the search rows. A slot must meet all of it. */
export interface Asked {
  now: Date;
  /** The slot begins from here on; null: from now on. */
  from: Date | null;
  /** And before here; null for any time. */
  to: Date | null;
  /** On a clock in Paris, « 18:00 » to « 22:00 » (excluded), whatever the day; null for any hour. */
  hours: { from: string; to: string } | null;
  /** All of these. */
  marks: string[];
  /** A mark that it must not have; null for none. */
  without: string | null;
  /** Any of these; null for anywhere. */
  cities: string[] | null;
  professionalId: string | null;
  price: PriceBand | null;
  /** At least so many are free: 1 to 6. */
  seats: number;
  /** It lasts so many minutes at most; null for any length. */
  minutes: number | null;
  flags: { mask: number; value: number };
  /** In one of these cells; null for anywhere. The order by distance needs them. */
  near: NearCells | null;
  order: Order;
  after: ListedKey | null;
}

/** Cells around a point, the nearest first, with the kilometres to their middles. */
export interface NearCells {
  cells: number[];
  kilometres: number[];
}

/** The position of a slot in the order of a result. */
export interface ListedKey {
  /** `listings.no` */
  no: string;
  /** To the microsecond, as PostgreSQL keeps it. */
  startsAt: string;
  cents: number;
  /** Tenths. */
  rating: number;
  /** Known only in a search near a point. */
  cell: number | null;
}

/** How far search goes; `near` and `far` in rows of an index. */
export interface Walks {
  /** Enough for what is frequent; also shows how rare the others are. */
  near: number;
  far: number;
  /** So many listings are fetched by their marks rather than passing all of a window. */
  few: number;
}

export const WALKS: Walks = { near: 3_000, far: 45_000, few: 2_000 };

/** Over so few days the marks of days say more than they cost. */
export const MOST_DAYS = 5;
