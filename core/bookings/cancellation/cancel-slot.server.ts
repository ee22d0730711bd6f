import { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import { closeSlot } from "../../catalogue/slots/close-slot.server.ts";
import type { Context } from "../../context.server.ts";
import { MINUTE, SECOND } from "../../durations.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { cancelSlotBookings } from "./cancel-slot-bookings.server.ts";
import { findSlotOwner } from "./store.server.ts";

const RESUME_AFTER = MINUTE;

const input = z.object({ slotId: z.uuid() });

/**
 * Cancels a slot, one transaction for each booking; a job finishes it (rule: cancellation).
 * @throws AppError `unauthenticated`, `not_found`, `forbidden`, `conflict`, `provider_unavailable`.
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
