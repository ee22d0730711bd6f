import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { lockOwnTime } from "../../occupancy/lock-practitioner.server.ts";
import { blankOfferings, deactivateAll, reactivate } from "./store.server.ts";

/**
 * Takes a user's offerings off the site, as « Désactiver » does one by one. The caller refreshes
 * their search entries, last.
 *
 * @returns the ids of the hidden sessions and activities.
 */
export async function hideOfferings(tx: Transaction, userId: string): Promise<string[]> {
  await lockOwnTime(tx, userId);
  return deactivateAll(tx, userId);
}

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
  await lockOwnTime(tx, userId);
  for (const offering of await reactivate(tx, userId, ids, ctx.now())) {
    await ctx.jobs.send(tx, "generate-slots", offering);
  }
}

/**
 * Anonymises somebody's offerings, except the parts that bookings name: title, price, hours and
 * place (rule: account-deletion). Descriptions and pictures go.
 */
export async function anonymiseOfferings(tx: Transaction, userId: string): Promise<void> {
  await lockOwnTime(tx, userId);
  await blankOfferings(tx, userId);
}
