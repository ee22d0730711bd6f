import type { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { refreshListings, removeOverlapped } from "../../listings/refresh-listings.server.ts";
import { occupySlot } from "../../occupancy/occupy-slot.server.ts";
import { parseInput } from "../../parse.ts";
import { lockSource, permitSource } from "../publishing/permit-slot.server.ts";
import { lockSlot } from "../publishing/store.server.ts";
import { outsideInput } from "./schema.ts";
import { insertOutside, readSeats } from "./store.server.ts";

/**
 * Reserves the professional's time like a booking, even within the notice and an absence (rules:
 * own-time, waiting-list).
 * @throws AppError `forbidden` to others, `invalid_input` beyond the seats that are left,
 * `conflict` for a slot cancelled, over, or while busy.
 */
export async function addOutsideClient(
  ctx: Context,
  raw: z.input<typeof outsideInput>,
): Promise<{ clientId: string }> {
  requireActor(ctx);
  const { slotId, name, seats } = parseInput(outsideInput, raw);
  const source = await permitSource(ctx, { slotId });
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await lockSource(tx, source);
    await lockSlot(tx, slotId);
    const slot = await readSeats(tx, slotId);
    if (!slot) throw new AppError("not_found");
    const why = !slot.isActive
      ? "Ce créneau est annulé."
      : slot.end <= now
        ? "Ce créneau est passé."
        : null;
    if (why) throw new AppError("conflict", { message: why });
    if (seats > slot.left) {
      throw new AppError("invalid_input", { fields: { seats: [leftLabel(slot)] } });
    }
    await occupySlot(tx, slotId, now, "professional");
    const taken = await lockSlot(tx, slotId);
    if (!taken?.isOccupied) {
      throw new AppError("conflict", {
        message: "Vous êtes déjà pris à cette heure : libérez-la d'abord.",
      });
    }
    const clientId = await insertOutside(tx, { slotId, name, seats, now });
    await refreshListings(tx, [source.id], now);
    await removeOverlapped(tx, slotId);
    return { clientId };
  });
}

function leftLabel({ left, isAwaited }: { left: number; isAwaited: boolean }): string {
  if (isAwaited) {
    const waited = "Des clients attendent les places libérées de ce créneau";
    return left === 0 ? waited : `${waited} : vous pouvez en donner ${left}`;
  }
  if (left === 0) return "Il ne reste aucune place dans ce créneau";
  return left === 1
    ? "Il reste 1 place dans ce créneau"
    : `Il reste ${left} places dans ce créneau`;
}
