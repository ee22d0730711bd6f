import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { refreshListings } from "../../listings/refresh-listings.server.ts";
import { changeImage } from "../../media/change-image.server.ts";
import { deletionRefusal, outsideRefusal } from "../labels.ts";
import type { SlotKind } from "../schema.ts";
import { OFFERING_KINDS } from "./offering-kinds.server.ts";
import { lockOwn, permitOwner } from "./permit-owner.server.ts";
import {
  countBookings,
  hasOutsideToTell,
  hideOffering,
  lockHeldSlots,
  removeOffering,
  setActive,
} from "./store.server.ts";

/**
 * Only hides what was ever booked (rules: kept-offerings, quota-month).
 * @throws AppError `conflict` while future bookings stand, or outside clients have to be told.
 */
export async function deleteOffering(
  ctx: Context,
  kind: SlotKind,
  offeringId: string,
): Promise<void> {
  const { userId } = requireActor(ctx);
  const { id } = await permitOwner(ctx, kind, offeringId);
  const { bucket, giveQuotaBack } = OFFERING_KINDS[kind];
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const row = await lockOwn(tx, kind, id);
    const { imageUrl, createdAt } = row;
    await lockHeldSlots(tx, id, now);
    const { upcoming, all } = await countBookings(tx, id, now);
    if (upcoming > 0) throw new AppError("conflict", { message: deletionRefusal(kind, upcoming) });
    if (await hasOutsideToTell(tx, id, now)) {
      throw new AppError("conflict", { message: outsideRefusal(kind) });
    }
    // The search rows go first, so that no process writes new ones.
    await setActive(tx, row, false, now);
    await refreshListings(tx, [id], now);
    if (all > 0) await hideOffering(tx, id, now);
    else {
      await changeImage(ctx, tx, { bucket, before: imageUrl, after: null });
      await removeOffering(tx, id);
    }
    await giveQuotaBack(tx, userId, createdAt, now);
  });
}
