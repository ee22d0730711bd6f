import type { PriceBand } from "../../listings/rules.ts";
import type { Point } from "../../places/rules.ts";

/** Orders with an index; relevance is by date, in two searches. */
export type Order = "date" | "distance" | "price_asc" | "price_desc" | "rating";

export interface Asked {
  now: Date;
  from: Date | null;
  to: Date | null;
  /** Time of day in Paris, `to` excluded. */
  hours: { from: string; to: string } | null;
  /** Days of the week in Paris, 1 for Monday. */
  weekdays: number[] | null;
  marks: string[];
  without: string | null;
  cities: string[] | null;
  professionalId: string | null;
  price: PriceBand | null;
  /** Cents. */
  mostCents: number | null;
  seats: number;
  minutes: number | null;
  flags: { mask: number; value: number };
  /** Null for anywhere; required by the order by distance. */
  near: NearCells | null;
  order: Order;
  after: ListedKey | null;
}

/** Cells, the nearest first, with the kilometres to their middles. */
export interface NearCells {
  cells: number[];
  kilometres: number[];
  middle: Point;
}

export interface ListedKey {
  /** `listings.no` */
  no: string;
  /** To the microsecond, as PostgreSQL keeps it. */
  startsAt: string;
  cents: number;
  /** Tenths. */
  rating: number;
  cell: number | null;
  /** Metres to the square or public door; known only in the order by distance. */
  metres: number | null;
}

export interface Walks {
  /** Rows enough for what is frequent. */
  near: number;
  far: number;
  /** Listings with the rare facts up to which they are fetched before walking. */
  few: number;
  /** Listings with all facts up to which they are fetched instead of walking far. */
  many: number;
  /** Nearest public addresses known to a short walk by distance. */
  doors: number;
}

export const WALKS: Walks = { near: 2_000, far: 45_000, few: 2_000, many: 6_000, doors: 500 };
export const PEEKS = { near: 1_000, few: 500, doors: 200 };

/** Longer periods use no marks of days, which would cost more than they save. */
export const MOST_DAYS = 5;
