import type { Context } from "../../context.server.ts";
import { formatTime } from "../../dates.ts";
import { recurrenceIn } from "../schedule/rules.ts";
import { readSchedule } from "../schedule/store.server.ts";
import type { OwnOfferingView, SlotKind } from "../schema.ts";
import { showOffering } from "../views/show-offering.server.ts";
import { permitOwner } from "./permit-owner.server.ts";
import { readHeldSlots, readLatestStart } from "./store.server.ts";

/**
 * Includes what only its owner may read (rule: online-link).
 * @throws AppError `forbidden` to others.
 */
export async function showOwnOffering<Kind extends SlotKind>(
  ctx: Context,
  kind: Kind,
  offeringId: string,
): Promise<OwnOfferingView<Kind>> {
  const row = await permitOwner(ctx, kind, offeringId);
  const held = await readHeldSlots(ctx.db, row.id, ctx.now());
  const latest = await readLatestStart(ctx.db, row.id);
  const shown = await showOffering(ctx, kind, row.id);
  // The view for clients has the price of each slot, and says when and why it cannot be booked.
  const byId = new Map(shown.slots.map((slot) => [slot.id, slot]));
  return {
    ...shown,
    onlineLink: row.onlineLink,
    pin: row.pin,
    recurrence: recurrenceIn(await readSchedule(ctx.db, row.id)),
    fallSteps: row.fallSteps,
    fallFloorCents: row.fallFloorCents,
    version: row.version,
    usualTime: latest && formatTime(latest),
    slots: held
      .filter(({ isActive }) => isActive)
      .map((slot) => {
        const seen = byId.get(slot.id);
        const { heldUntil = null, closed = null, price = shown.price, steps = [] } = seen ?? {};
        // Its owner sells the seats that are free; those for sale again are a client's.
        return { ...slot, isResale: false, heldUntil, closed, price, steps };
      }),
  };
}
