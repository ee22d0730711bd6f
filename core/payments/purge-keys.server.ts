import { inBatches } from "#platform/batches.server.ts";
import type { Context } from "../context.server.ts";
import { deleteTurns } from "./store.server.ts";

/**
 * Deletes which keys the provider has failed under, as it forgets them after a day.
 *
 * @returns false when some are left for another turn.
 */
export function purgeKeys(ctx: Context, before: Date): Promise<boolean> {
  return inBatches(() => deleteTurns(ctx.db, before));
}
