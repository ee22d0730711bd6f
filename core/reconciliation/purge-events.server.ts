import { eachByItself, inBatches } from "#platform/batches.server.ts";
import type { Context } from "../context.server.ts";
import { purgeKeys } from "../payments/create-once.server.ts";
import { deleteEvents } from "./store.server.ts";

/**
 * Deletes processed events that are too old for the provider to send again, and keys that failed
 * more than a day ago, which it has forgotten.
 *
 * @returns false when some are left for another turn.
 */
export function purgeEvents(ctx: Context, before: Date): Promise<boolean> {
  return eachByItself({
    "processed events": () => inBatches(() => deleteEvents(ctx.db, before)),
    "keys at the provider": () => purgeKeys(ctx, before),
  });
}
