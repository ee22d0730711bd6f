import type { Context } from "../context.server.ts";
import { deleteFiles } from "./delete-files.server.ts";
import { ORPHAN_LIFE } from "./rules.ts";
import { listRemoved, markOrphans } from "./store.server.ts";

/** A turn ends within a job's 30 s, whatever the store's mood. */
const BATCH = 50;

/**
 * Deletes what was sent and never used, and what could not be deleted before. Any number of times;
 * a full turn that went well asks for the next one.
 */
export async function sweepImages(ctx: Context): Promise<void> {
  const now = ctx.now();
  await markOrphans(ctx.db, new Date(now.getTime() - ORPHAN_LIFE), now);
  const removed = await listRemoved(ctx.db, BATCH);
  for (const image of removed) {
    // The store does not answer: no use in asking it 49 times more.
    if (!(await deleteFiles(ctx, image))) return;
  }
  if (removed.length === BATCH) await ctx.jobs.send(ctx.db, "sweep-images", {});
}
