import { inBatches } from "#platform/batches.server.ts";
import type { Context } from "../context.server.ts";
import { ANSWER_LIFE } from "./rules.ts";
import { deleteCallsBefore } from "./store.server.ts";

/** Returns false when some are left for another turn. */
export function purgeAnswers(ctx: Context): Promise<boolean> {
  const before = new Date(ctx.now().getTime() - ANSWER_LIFE);
  return inBatches(() => deleteCallsBefore(ctx.db, before));
}
