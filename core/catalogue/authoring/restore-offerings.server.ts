import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { reactivate } from "../store.server.ts";

/**
 * Restores the offerings that `hideOfferings` took off the site, as « Réactiver » does one by one.
 * The caller refreshes the user's search entries, last.
 *
 * @param ids its answer. An offering deleted meanwhile stays so.
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
