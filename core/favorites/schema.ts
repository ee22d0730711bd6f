import { z } from "zod";
import type { SessionDetailView } from "../catalogue/schema.ts";
import { listLimit } from "../cursor.ts";

export const favoriteInput = z.object({ sessionId: z.uuid({ error: "Identifiant invalide" }) });

/**
 * What an address of /favoris narrows the list by (R2). As everywhere, an address never fails: what
 * cannot be understood is left out.
 */
export const favoriteFilter = z.object({
  category: z.string().trim().max(200).default("").catch(""),
  place: z.enum(["online", "in-person"]).optional().catch(undefined),
  /** Only what can be booked now. */
  available: z.literal("1").optional().catch(undefined),
});
export type FavoriteFilter = z.output<typeof favoriteFilter>;

export const favoriteListQuery = favoriteFilter.extend({
  limit: listLimit,
  cursor: z.string().max(500, { error: "Curseur invalide" }).optional(),
});

/** Where a favourite stands in the list; the instant is PostgreSQL's own text, to the microsecond. */
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
  session: SessionDetailView;
}

export interface FavoritesView {
  favorites: FavoriteView[];
  nextCursor: string | null;
  /** All of the caller's favourites, whatever the filter. */
  count: number;
  /** Of these, how many the filter lets through, on whatever page. */
  shown: number;
  /** Their categories, in alphabetical order: what the filter can choose from. */
  categories: string[];
}
