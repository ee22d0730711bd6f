import { deletionDueAt } from "../accounts/rules.ts";
import type { Obstacles } from "../accounts/schema.ts";
import type { Context } from "../context.server.ts";
import {
  type DeletionRequest,
  findDeletionRequest,
  listRequests,
} from "../messages/store.server.ts";
import { countObstacles } from "./count-obstacles.server.ts";

/** A request, the end of the month in which it may be withdrawn, and what it then waits for. */
export type WaitingRequest = DeletionRequest & Obstacles & { dueAt: Date };

/** What professionals asked for and has not been carried out, the oldest first. For the operator. */
export async function listDeletionRequests(ctx: Context): Promise<WaitingRequest[]> {
  const waiting: WaitingRequest[] = [];
  for (const request of await listRequests(ctx.db)) {
    const obstacles = await countObstacles(ctx, request.userId);
    waiting.push({ ...request, ...obstacles, dueAt: deletionDueAt(request.askedAt) });
  }
  return waiting;
}

/** When the actor asked for the deletion of their account; null when they did not. */
export async function showDeletionRequest(ctx: Context): Promise<Date | null> {
  return ctx.actor ? findDeletionRequest(ctx.db, ctx.actor.userId) : null;
}
