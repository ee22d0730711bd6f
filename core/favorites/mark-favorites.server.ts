import type { Context } from "../context.server.ts";
import { favoritesAmong } from "./store.server.ts";

/**
 * Which of the sessions that a screen shows are the viewer's favourites, in one query. Null for a
 * visitor, without one: what visitors see can be kept in a shared cache, and bears no heart of anybody.
 */
export async function markFavorites(
  ctx: Context,
  sessionIds: readonly string[],
): Promise<string[] | null> {
  if (!ctx.actor) return null;
  return sessionIds.length > 0 ? favoritesAmong(ctx.db, ctx.actor.userId, sessionIds) : [];
}
