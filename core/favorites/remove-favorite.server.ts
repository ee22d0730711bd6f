import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { parseInput } from "../parse.ts";
import { favoriteInput } from "./schema.ts";
import { deleteFavorite } from "./store.server.ts";

/**
 * Removes a session from the caller's favourites; removing twice is no error.
 *
 * @throws AppError `unauthenticated`, `invalid_input`.
 */
export async function removeFavorite(ctx: Context, input: unknown): Promise<void> {
  const actor = requireActor(ctx);
  const { sessionId } = parseInput(favoriteInput, input);
  await deleteFavorite(ctx.db, actor.userId, sessionId);
}
