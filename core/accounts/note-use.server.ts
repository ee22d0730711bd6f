import type { Executor } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { noteUse as writeUse } from "./store.server.ts";

/** Marks an account as used when its owner has booked (rule: unused-accounts). */
export function noteUse(ctx: Context, db: Executor, userId: string): Promise<void> {
  return writeUse(db, userId, ctx.now());
}
