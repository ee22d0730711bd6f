import { inBatches } from "#platform/batches.server.ts";
import type { Context } from "../context.server.ts";
import { deleteGuestCheckouts } from "./store.server.ts";

/**
 * Deletes subscriptions that guests began before `before` and never paid, and free ones whose link
 * has expired.
 *
 * @returns false when some are left for another turn.
 */
export function purgeCheckouts(ctx: Context, before: Date): Promise<boolean> {
  const now = ctx.now();
  return inBatches(() => deleteGuestCheckouts(ctx.db, { settledBefore: before, now }));
}
