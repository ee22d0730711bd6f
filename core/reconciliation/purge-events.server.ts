import { eachByItself, inBatches } from "#platform/batches.server.ts";
import type { Context } from "../context.server.ts";
import { purgeKeys } from "../payments/create-once.server.ts";
import { deleteEvents } from "./store.server.ts";

/** Too old for the provider to send again or know the key. False when some are left. */
export function purgeEvents(ctx: Context, before: Date): Promise<boolean> {
  return eachByItself({
    "processed events": () => inBatches(() => deleteEvents(ctx.db, before)),
    "keys at the provider": () => purgeKeys(ctx, before),
  });
}
