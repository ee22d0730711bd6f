import type { PriceBand } from "../../listings/rules.ts";
import type { Point } from "../../places/rules.ts";

/** The orders that have an index; relevance is by date, in two searches. */
export type Order = "date" | "distance" | "price_asc" | "price_desc" | "rating";

/** A search as conditions on search rows, all of which a slot must meet. */
export interface Asked {
  now: Date;
  /** The slot begins at this instant or later; null for now. */
  from: Date | null;
  /** The slot begins before this instant; null for any time. */
  to: Date | null;
  /**
   * The time of day in Paris at which it begins, « 18:00 » to « 22:00 » (excluded); null for any.
   */
  hours: { from: string; to: string } | null;
  /** The days of the week in Paris on which it begins, 1 for Monday; null for any. */
  weekdays: number[] | null;
  /** All of these. */
  marks: string[];
  /** A mark that it must not have; null for none. */
  without: string | null;
  /** Any of these; null for anywhere. */
  cities: string[] | null;
  professionalId: string | null;
  price: PriceBand | null;
  /** It costs so much at most; null for anything. */
  mostCents: number | null;
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
  middle: Point;
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
  /** To its square or, if its address is public, to its door; known only in the order by distance. */
  metres: number | null;
}

/** How far search goes; `near` and `far` in rows of an index. */
export interface Walks {
  /** Enough for what is frequent; also shows how rare the others are. */
  near: number;
  far: number;
  /** If at most this many listings have the rare facts, they are fetched before walking. */
  few: number;
  /** If at most this many have all facts, they are fetched instead of walking far. */
  many: number;
  /** So many public addresses, the nearest, are known to a short walk in the order by distance. */
  doors: number;
}

export const WALKS: Walks = { near: 2_000, far: 45_000, few: 2_000, many: 6_000, doors: 500 };
/** For what is only offered: a handful of results is enough, or none. */
export const PEEKS = { near: 1_000, few: 500, doors: 200 };

/**
 * Marks of days are used for periods of at most this many days; beyond, they cost more than they
 * save.
 */
export const MOST_DAYS = 5;
