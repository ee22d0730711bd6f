import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { parseInput } from "../parse.ts";
import { favoriteInput } from "./schema.ts";
import { deleteFavorite } from "./store.server.ts";

/**
 * Takes a session out of the caller's favourites (S1§4); nothing happens when it is not there.
 *
 * @throws AppError `unauthenticated`, `invalid_input`.
 */
export async function removeFavorite(ctx: Context, input: unknown): Promise<void> {
  const actor = requireActor(ctx);
  const { sessionId } = parseInput(favoriteInput, input);
  await deleteFavorite(ctx.db, actor.userId, sessionId);
}
