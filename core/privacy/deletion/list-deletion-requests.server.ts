import type { Context } from "../../context.server.ts";
import type { Obstacles } from "../schema.ts";
import { type DeletionRequest, findObstacles, listRequests } from "../store.server.ts";
import { deletionDueAt } from "./rules.ts";

/** The end of the month to withdraw it, and the reasons why it then waits. */
export type WaitingRequest = DeletionRequest & Obstacles & { dueAt: Date };

/** Oldest first; for operators. */
export async function listDeletionRequests(ctx: Context): Promise<WaitingRequest[]> {
  const waiting: WaitingRequest[] = [];
  for (const request of await listRequests(ctx.db)) {
    const obstacles = await findObstacles(ctx.db, request.userId, ctx.now());
    waiting.push({ ...request, ...obstacles, dueAt: deletionDueAt(request.askedAt) });
  }
  return waiting;
}
