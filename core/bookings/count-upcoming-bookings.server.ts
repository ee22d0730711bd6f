import type { Transaction } from "#platform/postgres.server.ts";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { countUpcoming, queueHolds } from "./store.server.ts";

/**
 * How many bookings somebody has before them, as buyer or as seller: confirmed ones that have not
 * begun, and whatever is being paid at this moment; not what a guest holds under their e-mail, which
 * anybody can type. Their own checkouts wait until the transaction ends.
 */
export async function countUpcomingBookings(
  tx: Transaction,
  person: { userId: string; email: string },
  now: Date,
): Promise<number> {
  await queueHolds(tx, { ...person, guestProofHash: null }, null);
  return countUpcoming(tx, person.userId, now);
}

/**
 * The same of the caller, as it stands at this moment: for saying beforehand what it will stop.
 *
 * @throws AppError `unauthenticated`, `password_change_required`.
 */
export async function showUpcomingCount(ctx: Context): Promise<number> {
  return countUpcoming(ctx.db, requireActor(ctx).userId, ctx.now());
}
