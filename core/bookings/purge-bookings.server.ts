import { BATCH, inBatches } from "#platform/batches.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import type { Leaver } from "../mailbox.ts";
import { deletePaymentsOf } from "../payments/find-payment.server.ts";
import { anonymiseBookings, deleteBookings } from "./store.server.ts";

/**
 * Leaves pending decisions about money; safe to repeat (rule: retention).
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

/** Anonymises somebody's bookings (rule: account-deletion): no e-mail, note, or network address. */
export function anonymiseBuyer(tx: Transaction, leaver: Leaver): Promise<void> {
  return anonymiseBookings(tx, leaver);
}
