import { inBatches } from "#platform/batches.server.ts";
import type { Context } from "../../context.server.ts";
import { deleteGuestCheckouts } from "./store.server.ts";

/**
 * Deletes subscriptions that guests began before `before` and never paid (rule: retention).
 *
 * @returns false when some are left for another turn.
 */
export function purgeCheckouts(ctx: Context, before: Date): Promise<boolean> {
  return inBatches(() => deleteGuestCheckouts(ctx.db, before));
}
