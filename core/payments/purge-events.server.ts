import type { Context } from "../context.server.ts";
import { deleteEvents, deleteTurns } from "./store.server.ts";

/**
 * Deletes events that had their effect so long ago that the provider cannot send them again, and which
 * keys it has failed under, as it forgets them after a day.
 */
export async function purgeEvents(ctx: Context, before: Date): Promise<void> {
  await deleteEvents(ctx.db, before);
  await deleteTurns(ctx.db, before);
}
