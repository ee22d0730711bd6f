import { inBatches } from "#platform/batches.server.ts";
import type { Context } from "../context.server.ts";
import { DRAFT_LIFE } from "./rules.ts";
import { deleteDraftsBefore } from "./store.server.ts";

/**
 * Deletes abandoned drafts (rule: retention). @returns false when some are left for another turn.
 */
export function purgeDrafts(ctx: Context): Promise<boolean> {
  const before = new Date(ctx.now().getTime() - DRAFT_LIFE);
  return inBatches(() => deleteDraftsBefore(ctx.db, before));
}
