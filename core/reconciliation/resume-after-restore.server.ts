import type { Executor } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { markRestored, unmarkRestored } from "./store.server.ts";

/**
 * The operator's word that this restored database is the live one: from the reconciler's next turn
 * on, payments made since the backup are booked again or refunded. For the operator's command line
 * only.
 *
 * @returns false when it was not waiting for that.
 */
export function resumeAfterRestore(ctx: Context): Promise<boolean> {
  return unmarkRestored(ctx.db);
}

/**
 * Marks a database as just restored: the live one may still sell what this one does not know. No
 * unknown payment is booked or refunded until `resumeAfterRestore`.
 */
export function holdLostBack(db: Executor, restoredAt: Date): Promise<void> {
  return markRestored(db, restoredAt);
}
