import { BATCH, inBatches } from "#platform/batches.server.ts";
import type { Context } from "../context.server.ts";
import { deletePaymentsOf } from "../payments/delete-payments.server.ts";
import { deleteBookings } from "./store.server.ts";

/**
 * Deletes bookings with their payments: what guests began and never paid, and what the law no longer
 * asks to be kept. What still waits for a decision about money stays. Any number of times.
 *
 * @returns false when some are left for another turn.
 */
export function purgeBookings(
  ctx: Context,
  due: { unpaidBefore: Date; madeBefore: Date },
): Promise<boolean> {
  return inBatches(() =>
    ctx.db.transaction(async (tx) => {
      const ids = await deleteBookings(tx, { ...due, limit: BATCH });
      await deletePaymentsOf(tx, ids);
      return ids.length;
    }),
  );
}
