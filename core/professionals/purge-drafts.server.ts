import type { Context } from "../context.server.ts";
import { DRAFT_LIFE } from "./rules.ts";
import { deleteDraftsBefore } from "./store.server.ts";

/** Forgets what was begun and left. */
export async function purgeDrafts(ctx: Context): Promise<void> {
  await deleteDraftsBefore(ctx.db, new Date(ctx.now().getTime() - DRAFT_LIFE));
}
