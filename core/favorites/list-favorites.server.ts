import { requireActor } from "../accounts/rules.ts";
import { showSessions } from "../catalogue/show-sessions.server.ts";
import type { Context } from "../context.server.ts";
import { readCursor, writeCursor } from "../cursor.ts";
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
  const after = cursor === undefined ? null : readCursor(favoriteKey, cursor);
  const wanted = { filter, after, limit: limit + 1, now: ctx.now() };
  const found = await pageOfFavorites(ctx.db, userId, wanted);
  const keys = found.slice(0, limit);
  const sessions = await showSessions(
    ctx,
    keys.map(({ sessionId }) => sessionId),
  );
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const favorites = keys.flatMap(({ sessionId, createdAt }) => {
    const session = byId.get(sessionId);
    return session ? { clientId: userId, sessionId, createdAt: new Date(createdAt), session } : [];
  });
  const last = found.length > limit ? keys.at(-1) : undefined;
  return { favorites, nextCursor: last ? writeCursor(last) : null };
}
