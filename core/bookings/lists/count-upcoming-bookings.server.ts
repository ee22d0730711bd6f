import type { Transaction } from "#platform/postgres.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { queueHolds } from "../holds/store.server.ts";
import { countUpcoming } from "./store.server.ts";

/**
 * Counts somebody's coming bookings, as buyer or as seller: confirmed ones that have not begun, and
 * those being paid at this moment; not a guest's under their e-mail, which anybody can type. Their
 * own checkouts wait until the transaction ends.
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
 * The same for the caller, to say beforehand what a deletion will be refused for.
 *
 * @throws AppError `unauthenticated`, `password_change_required`.
 */
export async function showUpcomingCount(ctx: Context): Promise<number> {
  return countUpcoming(ctx.db, requireActor(ctx).userId, ctx.now());
}
