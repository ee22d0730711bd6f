import type { Transaction } from "#platform/postgres.server.ts";
import { deleteFavorites } from "./store.server.ts";

/** Somebody's favourites go with their account (R30). */
export function forgetFavorites(tx: Transaction, userId: string): Promise<void> {
  return deleteFavorites(tx, userId);
}
