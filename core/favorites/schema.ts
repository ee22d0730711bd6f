import { z } from "zod";
import type { OfferingView } from "../catalogue/schema.ts";
import { listLimit } from "../cursor.ts";
import type { Cents } from "../money.ts";

export const favoriteInput = z.object({ sessionId: z.uuid({ error: "Identifiant invalide" }) });

/**
 * The filters in an address of /favoris (rule: working-controls). An address never fails: a value
 * that makes no sense is left out.
 */
export const favoriteFilter = z.object({
  category: z.string().trim().max(200).default("").catch(""),
  place: z.enum(["online", "in-person"]).optional().catch(undefined),
  /** Only sessions that can be booked now. */
  available: z.literal("1").optional().catch(undefined),
});
export type FavoriteFilter = z.output<typeof favoriteFilter>;

export const favoriteListQuery = favoriteFilter.extend({
  limit: listLimit,
  cursor: z.string().max(500, { error: "Curseur invalide" }).optional(),
});

/**
 * The position of a favourite in the list; the instant is PostgreSQL's own text, to the
 * microsecond.
 */
export const favoriteKey = z.object({
  createdAt: z.iso.datetime().refine((instant) => instant >= "1970"),
  sessionId: z.uuid(),
});
export type FavoriteKey = z.output<typeof favoriteKey>;

export interface Favorite {
  clientId: string;
  sessionId: string;
  createdAt: Date;
}

/** A favourite with its session as it is now. */
export interface FavoriteView extends Favorite {
  session: OfferingView<"session">;
}

export interface FavoritesView {
  favorites: FavoriteView[];
  nextCursor: string | null;
  /** All of the caller's favourites, whatever the filter. */
  count: number;
  /** How many of them pass the filter, on all pages together. */
  shown: number;
  /** Their categories in alphabetical order, as choices for the filter. */
  categories: string[];
}

/** A favourite with a place today, by the first of its slots. */
export interface FavoriteToday {
  sessionId: string;
  title: string;
  slotId: string;
  start: Date;
  priceCents: Cents;
}
