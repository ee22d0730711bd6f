import { BATCH, eachByItself, inBatches } from "#platform/batches.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import type { Leaver } from "../mailbox.ts";
import { deletePaymentsOf } from "../payments/find-payment.server.ts";
import { LAPSES_COUNTED_FOR } from "./holds/rules.ts";
import { clearAddresses } from "./holds/store.server.ts";
import { anonymiseBookings, deleteBookings, deleteLinks } from "./links/store.server.ts";

/** False when some are left for another turn; safe to repeat (rule: retention). */
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

/** Safe to repeat; returns false when some are left for another turn (rule: retention). */
export function purgeHolds(ctx: Context): Promise<boolean> {
  const now = ctx.now();
  const before = new Date(now.getTime() - LAPSES_COUNTED_FOR);
  return eachByItself({
    links: () => inBatches(() => deleteLinks(ctx.db, now)),
    networks: () => inBatches(() => clearAddresses(ctx.db, before)),
  });
}
