import type { Context } from "../context.server.ts";
import { type DeletionRequest, findDeletionRequest, listRequests } from "./store.server.ts";

/** What professionals asked for and nobody has processed, the oldest first. For the operator. */
export function listDeletionRequests(ctx: Context): Promise<DeletionRequest[]> {
  return listRequests(ctx.db);
}

/** When the actor asked for the deletion of their account; null when they did not. */
export async function showDeletionRequest(ctx: Context): Promise<Date | null> {
  return ctx.actor ? findDeletionRequest(ctx.db, ctx.actor.userId) : null;
}
