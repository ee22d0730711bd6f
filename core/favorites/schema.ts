import { z } from "zod";
import type { OfferingView } from "../catalogue/schema.ts";
import { listLimit } from "../cursor.ts";
import type { Cents } from "../money.ts";

export const favoriteInput = z.object({ sessionId: z.uuid({ error: "Identifiant invalide" }) });

/** Leaves out values that make no sense (rule: working-controls). */
export const favoriteFilter = z.object({
  category: z.string().trim().max(200).default("").catch(""),
  place: z.enum(["online", "in-person"]).optional().catch(undefined),
  available: z.literal("1").optional().catch(undefined),
});
export type FavoriteFilter = z.output<typeof favoriteFilter>;

export const favoriteListQuery = favoriteFilter.extend({
  limit: listLimit,
  cursor: z.string().max(500, { error: "Curseur invalide" }).optional(),
});

/** The instant is PostgreSQL's own text, to the microsecond. */
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

export interface FavoriteView extends Favorite {
  session: OfferingView<"session">;
}

export interface FavoritesView {
  favorites: FavoriteView[];
  nextCursor: string | null;
  count: number;
  shown: number;
  categories: string[];
}

export interface FavoriteToday {
  sessionId: string;
  title: string;
  slotId: string;
  start: Date;
  priceCents: Cents;
}
