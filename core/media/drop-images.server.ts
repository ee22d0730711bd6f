import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { markAllRemoved } from "./store.server.ts";

/**
 * Marks everything that somebody has uploaded for deletion (rule: account-deletion); the files go
 * with the next sweep, within an hour.
 */
export function dropImages(ctx: Context, tx: Transaction, userId: string): Promise<void> {
  return markAllRemoved(tx, userId, ctx.now());
}
