import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { addDays, dayKey, fromParis } from "../dates.ts";
import type { FavoriteToday } from "./schema.ts";
import { favoritesBetween } from "./store.server.ts";

/** The home page has room for so many. */
const MOST = 4;

/**
 * The caller's favourites with a place that can be booked and begins before midnight in Paris, the
 * soonest first.
 *
 * @throws AppError `unauthenticated`.
 */
export async function listFavoritesToday(ctx: Context): Promise<FavoriteToday[]> {
  const { userId } = requireActor(ctx);
  const now = ctx.now();
  const midnight = fromParis(`${addDays(dayKey(now), 1)}T00:00`) ?? now;
  return favoritesBetween(ctx.readers.fresh, userId, { now, until: midnight, limit: MOST });
}
