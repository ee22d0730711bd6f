import type { Context } from "../../context.server.ts";
import { refreshListings } from "../../listings/refresh-listings.server.ts";
import { requireShowable } from "../removals/require-showable.server.ts";
import type { SlotKind } from "../schema.ts";
import { lockOwn, permitOwner } from "./permit-owner.server.ts";
import { permitPublication } from "./permit-publication.server.ts";
import { countBookings, setActive } from "./store.server.ts";

/**
 * Deactivating cancels no booking.
 * @returns the number of future bookings.
 * @throws AppError `forbidden` to anybody but the owner, `conflict` for what is withheld.
 */
export async function setOfferingActive(
  ctx: Context,
  kind: SlotKind,
  { id: offeringId, isActive }: { id: string; isActive: boolean },
): Promise<{ booked: number }> {
  const { id } = await permitOwner(ctx, kind, offeringId);
  if (isActive) await permitPublication(ctx);
  return ctx.db.transaction(async (tx) => {
    const row = await lockOwn(tx, kind, id);
    if (isActive) await requireShowable(tx, row);
    await setActive(tx, row, isActive, ctx.now());
    if (isActive && row.isRecurring) await ctx.jobs.send(tx, "generate-slots", { kind, id });
    await refreshListings(tx, [id], ctx.now());
    return { booked: (await countBookings(tx, id, ctx.now())).upcoming };
  });
}
