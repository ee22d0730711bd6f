import { inBatches } from "#platform/batches.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { closeDecisions, deleteDecisions } from "./store.server.ts";

/** Safe to repeat; returns false when some are left for another turn (rule: retention). */
export function purgeDecisions({ db }: Pick<Context, "db">, before: Date): Promise<boolean> {
  return inBatches(() => deleteDecisions(db, before));
}

/** Lets their time run, and forgets the reasons (rules: account-deletion, retention). */
export function endDecisionsOf(ctx: Context, tx: Transaction, userId: string): Promise<void> {
  return closeDecisions(tx, userId, ctx.now());
}
