import { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { parseInput } from "../../parse.ts";
import { closeSlot } from "../slots/close-slot.server.ts";
import { lockFreeSlot, lockSource, permitSource } from "./permit-slot.server.ts";

const input = z.object({ slotId: z.uuid() });

/**
 * @throws AppError `conflict` for a booked slot, which is cancelled with refunds instead
 * (`cancelSlot`).
 */
export async function withdrawSlot(ctx: Context, raw: z.input<typeof input>): Promise<void> {
  requireActor(ctx);
  const { slotId } = parseInput(input, raw);
  const source = await permitSource(ctx, { slotId });
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockSource(tx, source);
    await lockFreeSlot(tx, slotId, now);
    await closeSlot(tx, { slotId, offeringId: source.id }, now);
  });
}
