import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { lockOwnTime } from "../../occupancy/lock-practitioner.server.ts";
import { blankOfferings, deactivateAll, reactivate } from "./store.server.ts";

/**
 * Deactivates all of a user's offerings. The caller refreshes their search rows at the end.
 *
 * @returns the ids of the sessions and activities that were active.
 */
export async function hideOfferings(tx: Transaction, userId: string): Promise<string[]> {
  await lockOwnTime(tx, userId);
  return deactivateAll(tx, userId);
}

/**
 * Activates the offerings that `hideOfferings` has deactivated. The caller refreshes their search
 * rows at the end.
 *
 * @param ids what `hideOfferings` returned; offerings that were deleted meanwhile are ignored.
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
 * Anonymises a user's offerings: descriptions and pictures are deleted, and only the details that
 * bookings refer to stay, which are title, price, hours and place (rule: account-deletion).
 */
export async function anonymiseOfferings(tx: Transaction, userId: string): Promise<void> {
  await lockOwnTime(tx, userId);
  await blankOfferings(tx, userId);
}
