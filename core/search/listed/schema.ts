import { z } from "zod";
import type { SlotKind } from "../../catalogue/schema.ts";
import type { PriceBand } from "../../listings/rules.ts";
import type { Around } from "../typing/schema.ts";

/** Orders with an index; relevance is by date, in two searches. */
export type Order = "date" | "distance" | "price_asc" | "price_desc" | "rating";

export const sessionKey = z.object({
  no: z.string().refine((no) => /^\d{1,19}$/.test(no) && BigInt(no) < 2n ** 63n),
  /** Zero for the leading word in title or type, 1 for elsewhere. */
  rank: z.number().int().min(0).max(1),
  startsAt: z.iso.datetime().refine((instant) => instant >= "1970"),
  cents: z.int32().min(0),
  /** Tenths. */
  rating: z.number().int().min(0).max(50),
  cell: z.int32().min(0).nullable().default(null),
  /** Metres to the square or public door; known only in the order by distance. */
  metres: z.int32().min(0).nullable().default(null),
});
export type SessionKey = z.output<typeof sessionKey>;

export interface SearchPlan {
  kind: SlotKind;
  now: Date;
  from: Date | null;
  to: Date | null;
  hours: { from: string; to: string } | null;
  weekdays: number[] | null;
  marks: string[];
  leading: string | null;
  without: string | null;
  cities: string[] | null;
  postcode: string | null;
  professionalId: string | null;
  price: PriceBand | null;
  /** Cents. */
  mostCents: number | null;
  seats: number;
  minutes: number | null;
  flags: { mask: number; value: number };
  around: Around | null;
  order: Order;
  isByRelevance: boolean;
  after: SessionKey | null;
}

export interface Walks {
  near: number;
  /** The same from the nearest door on, where each is sorted. */
  nearest: number;
  far: number;
  /** Listings with a single fact up to which they are fetched before walking. */
  fewest: number;
  /** Listings with the rare facts up to which they are fetched before walking. */
  few: number;
  /** Listings with all facts up to which they are fetched instead of walking far. */
  many: number;
  doors: number;
}

export const WALKS: Walks = {
  near: 8_000,
  nearest: 2_000,
  far: 45_000,
  fewest: 300,
  few: 2_000,
  many: 6_000,
  doors: 500,
};
export const PEEKS = { near: 1_000, few: 500, doors: 200 };

/** Longer periods use no marks of days, which would cost more than they save. */
export const MAX_DAYS = 5;
