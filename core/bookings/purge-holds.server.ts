import type { Context } from "../context.server.ts";
import { COUNTED_FOR } from "./rules.ts";
import { deleteLinks, forgetAddresses } from "./store.server.ts";

/** A turn ends well within a job's 30 s; the rest waits for the next. */
const BATCH = 2_000;

/**
 * Deletes guests' links that work no more, and forgets from which networks was booked what no limit
 * counts any more. Any number of times.
 */
export async function purgeHolds(ctx: Context): Promise<void> {
  const now = ctx.now();
  await deleteLinks(ctx.db, now);
  const before = new Date(now.getTime() - COUNTED_FOR);
  await forgetAddresses(ctx.db, { before, limit: BATCH });
}
