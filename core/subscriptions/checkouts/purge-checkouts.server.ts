import { inBatches } from "#platform/batches.server.ts";
import type { Context } from "../../context.server.ts";
import { deleteGuestCheckouts } from "./store.server.ts";

/** Never paid by their guests (rule: retention). False when some are left for another turn. */
export function purgeCheckouts(ctx: Context, before: Date): Promise<boolean> {
  return inBatches(() => deleteGuestCheckouts(ctx.db, before));
}
