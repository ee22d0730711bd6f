import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { listFavorites } from "./list-favorites.server.ts";
import { type FavoritesView, favoriteFilter } from "./schema.ts";
import { countFavorites } from "./store.server.ts";

/** Multiple of two: the page has two columns. */
const PAGE_SIZE = 24;

/**
 * The page /favoris: one page of the filtered list (rule: working-controls), and the totals.
 *
 * @throws AppError as {@link listFavorites}.
 */
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
