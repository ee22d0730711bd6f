import type { Context } from "../context.server.ts";
import { deleteEvents } from "./store.server.ts";

/** Deletes events that had their effect so long ago that the provider cannot send them again. */
export function purgeEvents(ctx: Context, before: Date): Promise<void> {
  return deleteEvents(ctx.db, before);
}
