import { requireActor } from "../accounts/rules.ts";
import { showOfferings } from "../catalogue/views/show-offering.server.ts";
import type { Context } from "../context.server.ts";
import { pageOf, readCursor } from "../cursor.ts";
import { parseInput } from "../parse.ts";
import { type FavoriteView, favoriteKey, favoriteListQuery } from "./schema.ts";
import { pageOfFavorites } from "./store.server.ts";

/**
 * The caller's favourites, the latest first, from a cursor on, each with its session as it is now.
 * Deleted sessions are left out.
 *
 * @throws AppError `unauthenticated`, `invalid_input` for a limit or cursor that makes no sense.
 */
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
