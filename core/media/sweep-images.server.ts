import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { deleteFiles } from "./delete-files.server.ts";
import { ORPHAN_LIFE, WITHHELD_LIFE } from "./rules.ts";
import { endWithheld, listRemoved, markAllRemoved, markOrphans } from "./store.server.ts";

/** A turn ends within a job's 30 s, however slow the store is. */
const BATCH = 50;

/** Safe to repeat; a full turn that went well asks for the next one. */
export async function sweepImages(ctx: Context): Promise<void> {
  const now = ctx.now();
  await endWithheld(ctx.db, new Date(now.getTime() - WITHHELD_LIFE), now);
  await markOrphans(ctx.db, new Date(now.getTime() - ORPHAN_LIFE), now);
  const removed = await listRemoved(ctx.db, BATCH);
  for (const image of removed) {
    // The store does not answer, so asking 49 times more is no use.
    if (!(await deleteFiles(ctx, image))) return;
  }
  if (removed.length === BATCH) await ctx.jobs.send(ctx.db, "sweep-images", {});
}

/** Leaves the files to the next sweep, within an hour (rule: account-deletion). */
export function dropImages(ctx: Context, tx: Transaction, userId: string): Promise<void> {
  return markAllRemoved(tx, userId, ctx.now());
}
