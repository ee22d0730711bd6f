import { eachByItself, inBatches } from "#platform/batches.server.ts";
import type { Context } from "../context.server.ts";
import { COUNTED_FOR } from "./holds/rules.ts";
import { clearAddresses } from "./holds/store.server.ts";
import { deleteLinks } from "./links/store.server.ts";

/** Safe to repeat; returns false when some are left for another turn (rule: retention). */
export function purgeHolds(ctx: Context): Promise<boolean> {
  const now = ctx.now();
  const before = new Date(now.getTime() - COUNTED_FOR);
  return eachByItself({
    links: () => inBatches(() => deleteLinks(ctx.db, now)),
    networks: () => inBatches(() => clearAddresses(ctx.db, before)),
  });
}
