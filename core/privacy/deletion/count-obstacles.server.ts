import type { Context } from "../../context.server.ts";
import type { Obstacles } from "../schema.ts";
import { findObstacles } from "../store.server.ts";

/** The bookings and payments that the end of an account has to wait for, at this moment. */
export function countObstacles(ctx: Context, userId: string): Promise<Obstacles> {
  return findObstacles(ctx.db, userId, ctx.now());
}
