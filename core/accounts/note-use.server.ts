import type { Executor } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { noteUse as writeUse } from "./store.server.ts";

/** Somebody has booked: their account is in use, for whoever looks for those that nobody uses. */
export function noteUse(ctx: Context, db: Executor, userId: string): Promise<void> {
  return writeUse(db, userId, ctx.now());
}
