import { eachByItself, inBatches } from "#platform/batches.server.ts";
import type { Context } from "../context.server.ts";
import { purgeKeys } from "../payments/purge-keys.server.ts";
import { deleteEvents } from "./store.server.ts";

/**
 * Deletes events that had their effect so long ago that the provider cannot send them again, and which
 * keys it has failed under, as it forgets them after a day.
 *
 * @returns false when some are left for another turn.
 */
export function purgeEvents(ctx: Context, before: Date): Promise<boolean> {
  return eachByItself({
    "processed events": () => inBatches(() => deleteEvents(ctx.db, before)),
    "keys at the provider": () => purgeKeys(ctx, before),
  });
}
