import type { Transaction } from "#platform/postgres.server.ts";
import { deleteFavorites } from "./store.server.ts";

/** Deletes somebody's favourites with their account (rule: account-deletion). */
export function dropFavorites(tx: Transaction, userId: string): Promise<void> {
  return deleteFavorites(tx, userId);
}
