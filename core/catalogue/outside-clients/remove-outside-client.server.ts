import { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { refreshHours, refreshListings } from "../../listings/refresh-listings.server.ts";
import { freeSlot } from "../../occupancy/occupy-slot.server.ts";
import { recordReopened } from "../../occupancy/record-reopened.server.ts";
import { parseInput } from "../../parse.ts";
import { lockSource, permitSource } from "../publishing/permit-slot.server.ts";
import { lockSlot } from "../publishing/store.server.ts";
import { deleteOutside, findOutside } from "./store.server.ts";

const input = z.object({ slotId: z.uuid(), clientId: z.uuid() });

/**
 * Frees the professional's time with the last seat (rule: own-time).
 * @throws AppError `forbidden` to others.
 */
export async function removeOutsideClient(ctx: Context, raw: z.input<typeof input>): Promise<void> {
  requireActor(ctx);
  const { slotId, clientId } = parseInput(input, raw);
  const source = await permitSource(ctx, { slotId });
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockSource(tx, source);
    await lockSlot(tx, slotId);
    const client = await findOutside(tx, clientId);
    if (client?.slotId !== slotId) throw new AppError("not_found");
    await deleteOutside(tx, { id: clientId, ...client, now });
    const freed = await freeSlot(tx, slotId);
    if (freed) await recordReopened(tx, freed, now);
    await refreshListings(tx, [source.id], now);
    if (freed) await refreshHours(tx, freed, now);
  });
}
