import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { refreshListings } from "../../listings/refresh-listings.server.ts";
import { archiveRefusal } from "../labels.ts";
import type { SlotKind } from "../schema.ts";
import { lockOwn, permitOwner } from "./permit-owner.server.ts";
import { archive, countBookings, lockHeldSlots, setActive } from "./store.server.ts";

/**
 * Keeps counting for the month (rule: quota-month).
 * @throws AppError `conflict` while future bookings stand.
 */
export async function archiveOffering(
  ctx: Context,
  kind: SlotKind,
  offeringId: string,
): Promise<void> {
  const { id } = await permitOwner(ctx, kind, offeringId);
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const row = await lockOwn(tx, kind, id);
    await lockHeldSlots(tx, id, now);
    const { upcoming } = await countBookings(tx, id, now);
    if (upcoming > 0) throw new AppError("conflict", { message: archiveRefusal(upcoming) });
    await setActive(tx, row, false, now);
    await archive(tx, id, now);
    await refreshListings(tx, [id], now);
  });
}
