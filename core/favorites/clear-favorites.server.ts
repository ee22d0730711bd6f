import type { Transaction } from "#platform/postgres.server.ts";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { deleteFavorites } from "./store.server.ts";

/**
 * Empties the caller's favourites.
 *
 * @throws AppError `unauthenticated`.
 */
export async function clearFavorites(ctx: Context): Promise<void> {
  await deleteFavorites(ctx.db, requireActor(ctx).userId);
}

/** Deletes somebody's favourites with their account (rule: account-deletion). */
export function dropFavorites(tx: Transaction, userId: string): Promise<void> {
  return deleteFavorites(tx, userId);
}
