import { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import { closeSlot } from "../../catalogue/slots/close-slot.server.ts";
import type { Context } from "../../context.server.ts";
import { MINUTE, SECOND } from "../../durations.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { cancelSlotBookings } from "./cancel-slot-bookings.server.ts";
import { findSlotOwner } from "./store.server.ts";

/** A job does what is left then, if this request was interrupted. */
const RESUME_AFTER = MINUTE;

const input = z.object({ slotId: z.uuid() });

/**
 * Cancels a whole slot for its professional (rule: cancellation): nobody can book it any more,
 * every booking is refunded in full, and open checkouts are ended. Each booking has its own
 * transaction, so after an interruption another call, or a job a minute later, continues with the
 * rest.
 *
 * @returns how many bookings were cancelled.
 * @throws AppError `unauthenticated`, `not_found`, `forbidden`, `conflict` once it has begun,
 * `provider_unavailable` when an open checkout could not be ended.
 */
export async function cancelSlot(
  ctx: Context,
  raw: z.input<typeof input>,
): Promise<{ cancelled: number }> {
  const { userId } = requireActor(ctx);
  const { slotId } = parseInput(input, raw);
  const slot = await findSlotOwner(ctx.db, slotId);
  if (!slot) throw new AppError("not_found");
  if (slot.ownerId !== userId) throw new AppError("forbidden");
  const now = ctx.now();
  if (slot.start <= now) throw new AppError("conflict");
  await ctx.db.transaction(async (tx) => {
    await closeSlot(tx, { ...slot, slotId }, now);
    const job = { slotId, decided: now.toISOString() };
    await ctx.jobs.send(tx, "empty-slot", job, { startAfter: RESUME_AFTER / SECOND });
  });
  return { cancelled: await cancelSlotBookings(ctx, { slotId }) };
}
