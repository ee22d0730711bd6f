import type { Context } from "../context.server.ts";
import { findDeletionRequest } from "./store.server.ts";

/** The instant of the actor's request for deletion; null without one. */
export async function showDeletionRequest(ctx: Context): Promise<Date | null> {
  return ctx.actor ? findDeletionRequest(ctx.db, ctx.actor.userId) : null;
}
