import type { Context } from "../context.server.ts";
import { findDeletionRequest } from "./store.server.ts";

/** When the actor asked for the deletion of their account; null when they did not. */
export async function showDeletionRequest(ctx: Context): Promise<Date | null> {
  return ctx.actor ? findDeletionRequest(ctx.db, ctx.actor.userId) : null;
}
