import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { changeImage } from "../media/change-image.server.ts";
import { deletionRefusal } from "./labels.ts";
import { lockOwn, permitOwner } from "./permit-owner.server.ts";
import { countBookings, hideOffering, lockHeldSlots, removeOffering } from "./store.server.ts";

/**
 * Deletes an activity with its slots; one that was ever booked is kept hidden, so that lists can
 * name it (rule: kept-offerings).
 *
 * @throws AppError `unauthenticated`, `not_found`, `forbidden`, `conflict` with the number of
 * future bookings that are pending or confirmed.
 */
export async function deleteActivity(
  ctx: Context,
  { activityId }: { activityId: unknown },
): Promise<void> {
  const { id } = await permitOwner(ctx, "activity", activityId);
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const activity = await lockOwn(tx, "activity", id);
    await lockHeldSlots(tx, id, now);
    const { upcoming, all } = await countBookings(tx, id, now);
    if (upcoming > 0) {
      throw new AppError("conflict", { message: deletionRefusal("activity", upcoming) });
    }
    if (all > 0) return hideOffering(tx, id, now);
    const image = { before: activity.imageUrl, after: null };
    await changeImage(ctx, tx, { bucket: "activity-images", ...image });
    await removeOffering(tx, id);
  });
}
