import type { Transaction } from "#platform/postgres.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { queueHolds } from "../holds/store.server.ts";
import { countUpcoming } from "./store.server.ts";

/** Leaves out guests under the e-mail, which anybody can type; their own checkouts wait. */
export async function countUpcomingBookings(
  tx: Transaction,
  person: { userId: string; email: string },
  now: Date,
): Promise<number> {
  await queueHolds(tx, { ...person, guestProofHash: null }, null);
  return countUpcoming(tx, person.userId, now);
}

/** @throws AppError `unauthenticated`, `password_change_required`. */
export async function showUpcomingCount(ctx: Context): Promise<number> {
  return countUpcoming(ctx.db, requireActor(ctx).userId, ctx.now());
}
