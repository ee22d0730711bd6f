import type { Context } from "../context.server.ts";
import { favoritesAmong } from "./store.server.ts";

/**
 * The viewer's favourites among the sessions of a screen, in one query. Null for a visitor, without
 * a query: visitors' pages can be kept in a shared cache, and bear nobody's hearts.
 */
export async function markFavorites(
  ctx: Context,
  sessionIds: readonly string[],
): Promise<string[] | null> {
  if (!ctx.actor) return null;
  return sessionIds.length > 0
    ? favoritesAmong(ctx.readers.fresh, ctx.actor.userId, sessionIds)
    : [];
}
