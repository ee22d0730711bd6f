import type { Context } from "../context.server.ts";
import type { Obstacles } from "./schema.ts";
import { findObstacles } from "./store.server.ts";

/** What the end of an account has to wait for, as it stands at this moment. */
export function countObstacles(ctx: Context, userId: string): Promise<Obstacles> {
  return findObstacles(ctx.db, userId, ctx.now());
}
