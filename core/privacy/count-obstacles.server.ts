import type { Obstacles } from "../accounts/schema.ts";
import { findObstacles } from "../accounts/store.server.ts";
import type { Context } from "../context.server.ts";

/** What the end of an account has to wait for, as it stands at this moment. */
export function countObstacles(ctx: Context, userId: string): Promise<Obstacles> {
  return findObstacles(ctx.db, userId, ctx.now());
}
