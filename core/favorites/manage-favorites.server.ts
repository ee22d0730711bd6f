import { requireActor } from "../accounts/rules.ts";
import { showOfferings } from "../catalogue/views/show-offering.server.ts";
import type { Context } from "../context.server.ts";
import { pageOf, readCursor } from "../cursor.ts";
import { addDays, dayKey, fromParis } from "../dates.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import {
  type Favorite,
  type FavoritesView,
  type FavoriteToday,
  type FavoriteView,
  favoriteFilter,
  favoriteInput,
  favoriteKey,
  favoriteListQuery,
} from "./schema.ts";
import {
  countFavorites,
  deleteFavorite,
  dropFavorites,
  favoritesAmong,
  favoritesBetween,
  insertFavorite,
  pageOfFavorites,
} from "./store.server.ts";

export { dropFavorites } from "./store.server.ts";

/**
 * Adding twice answers the first.
 * @throws AppError `not_found` also once its professional has left.
 */
export async function addFavorite(ctx: Context, input: unknown): Promise<Favorite> {
  const actor = requireActor(ctx);
  const { sessionId } = parseInput(favoriteInput, input);
  const favorite = await insertFavorite(ctx.db, actor.userId, sessionId, ctx.now());
  if (!favorite) throw new AppError("not_found", { message: "Session non trouvée" });
  return favorite;
}

export async function removeFavorite(ctx: Context, input: unknown): Promise<void> {
  const actor = requireActor(ctx);
  const { sessionId } = parseInput(favoriteInput, input);
  await deleteFavorite(ctx.db, actor.userId, sessionId);
}

export async function clearFavorites(ctx: Context): Promise<void> {
  await dropFavorites(ctx.db, requireActor(ctx).userId);
}

/** Latest first, each as it is now, without deleted ones. */
export async function listFavorites(
  ctx: Context,
  raw: unknown = {},
): Promise<{ favorites: FavoriteView[]; nextCursor: string | null }> {
  const { userId } = requireActor(ctx);
  const { limit, cursor, ...filter } = parseInput(favoriteListQuery, raw);
  const after = readCursor(favoriteKey, cursor);
  const wanted = { filter, after, limit: limit + 1, now: ctx.now() };
  const found = await pageOfFavorites(ctx.db, userId, wanted);
  const { page, nextCursor } = pageOf(found, limit, (key) => key);
  const sessions = await showOfferings(
    ctx,
    "session",
    page.map(({ sessionId }) => sessionId),
  );
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const favorites = page.flatMap(({ sessionId, createdAt }) => {
    const session = byId.get(sessionId);
    return session ? { clientId: userId, sessionId, createdAt: new Date(createdAt), session } : [];
  });
  return { favorites, nextCursor };
}

/** Multiple of two: the page has two columns. */
const PAGE_SIZE = 24;

/** One filtered page (rule: working-controls), and the totals. */
export async function showFavorites(
  ctx: Context,
  query: Record<string, string>,
): Promise<FavoritesView> {
  const { userId } = requireActor(ctx);
  const [page, counts] = await Promise.all([
    listFavorites(ctx, { ...query, limit: PAGE_SIZE }),
    countFavorites(ctx.db, userId, { filter: favoriteFilter.parse(query), now: ctx.now() }),
  ]);
  return {
    ...page,
    count: counts.reduce((sum, { count }) => sum + count, 0),
    shown: counts.reduce((sum, { shown }) => sum + shown, 0),
    categories: counts.map(({ category }) => category).sort((a, b) => a.localeCompare(b, "fr")),
  };
}

const MOST = 4;

/** Bookable, and beginning before midnight in Paris, the soonest first. */
export async function listFavoritesToday(ctx: Context): Promise<FavoriteToday[]> {
  const { userId } = requireActor(ctx);
  const now = ctx.now();
  const midnight = fromParis(`${addDays(dayKey(now), 1)}T00:00`) ?? now;
  return favoritesBetween(ctx.readers.fresh, userId, { now, until: midnight, limit: MOST });
}

/** Null for a visitor, whose pages a shared cache may keep, and without a query. */
export async function markFavorites(
  ctx: Context,
  sessionIds: readonly string[],
): Promise<string[] | null> {
  if (!ctx.actor) return null;
  return sessionIds.length > 0
    ? favoritesAmong(ctx.readers.fresh, ctx.actor.userId, sessionIds)
    : [];
}
