import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { type Favorite, favoriteInput } from "./schema.ts";
import { deleteFavorite, dropFavorites, insertFavorite } from "./store.server.ts";

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
