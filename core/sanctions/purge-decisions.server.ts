import { inBatches } from "#platform/batches.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { closeDecisions, deleteDecisions } from "./store.server.ts";

/**
 * Deletes decisions about accounts that ended before that instant (rule: retention). Safe to repeat.
 *
 * @returns false when some are left for another turn.
 */
export function purgeDecisions({ db }: Pick<Context, "db">, before: Date): Promise<boolean> {
  return inBatches(() => deleteDecisions(db, before));
}

/**
 * Ends the decisions about a leaver, so that they go when their time is over, and forgets why they
 * were taken, and what was written to contest them (rules: account-deletion, retention).
 */
export function endDecisionsOf(ctx: Context, tx: Transaction, userId: string): Promise<void> {
  return closeDecisions(tx, userId, ctx.now());
}
