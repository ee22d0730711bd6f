import type { Transaction } from "#platform/postgres.server.ts";
import { type Context, defineJob } from "../../context.server.ts";
import { type CancelReason, nextBookingStep } from "../rules.ts";
import { returnHeldSeats } from "../seats/take-seats.server.ts";
import { type Booking, lockBooking } from "../store.server.ts";
import { FREE_HOLD_LIFETIME, isCountedEnd } from "./rules.ts";
import { listFreeHolds, writeReleased } from "./store.server.ts";

/** Returns the seats exactly once, under the booking's lock (rule: fair-holds). */
export async function releaseHold(
  ctx: Context,
  tx: Transaction,
  booking: Booking,
  reason: CancelReason,
): Promise<void> {
  if (!nextBookingStep(booking.status, "released")) return;
  const now = ctx.now();
  const isReleased = await writeReleased(tx, booking, {
    cancelReason: reason,
    cancelledAt: now,
    ...(!isCountedEnd(reason) && { holdAddress: null }),
  });
  if (isReleased) await returnHeldSeats(tx, booking, now);
}

/** In a transaction of its own; one that has been confirmed meanwhile stays. */
export function endHold(ctx: Context, bookingId: string, reason: CancelReason): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    await releaseHold(ctx, tx, await lockBooking(tx, bookingId), reason);
  });
}

/** Few enough for a run to end well within a job's 30 s. */
const BATCH = 500;

/** Releases one per transaction; safe to repeat (rule: free-guest-booking). */
export const releaseHolds = defineJob("release-holds", async (ctx) => {
  const before = new Date(ctx.now().getTime() - FREE_HOLD_LIFETIME);
  const ids = await listFreeHolds(ctx.db, { before, limit: BATCH });
  for (const id of ids) await endHold(ctx, id, "expired");
  return ids.length;
});
