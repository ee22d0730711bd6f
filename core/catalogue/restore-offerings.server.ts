import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { reactivate } from "./store.server.ts";

/**
 * Puts back what `hideOfferings` took off the site, as « Réactiver » does one by one. The caller
 * refreshes the user's offers, last.
 *
 * @param ids what it answered then. What was deleted meanwhile stays so.
 */
export async function restoreOfferings(
  ctx: Context,
  tx: Transaction,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  for (const offering of await reactivate(tx, userId, ids)) {
    await ctx.jobs.send(tx, "generate-slots", offering);
  }
}
