import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { changeImage } from "../media/change-image.server.ts";
import { refreshOffers } from "../offers/refresh-offers.server.ts";
import { deletionRefusal } from "./labels.ts";
import { lockOwn, permitOwner } from "./permit-owner.server.ts";
import {
  countBookings,
  hideOffering,
  lockHeldSlots,
  removeOffering,
  setActive,
} from "./store.server.ts";
import { giveQuotaBack } from "./use-quota.server.ts";

/**
 * Deletes a session with its slots, and takes it off the month's count (rules: kept-offerings,
 * quota-month). One that was ever booked is kept hidden, so that clients' lists can say « Session
 * supprimée ».
 *
 * @throws AppError `unauthenticated`, `not_found`, `forbidden`, `conflict` with the number of
 * future bookings that are pending or confirmed.
 */
export async function deleteSession(
  ctx: Context,
  { sessionId }: { sessionId: unknown },
): Promise<void> {
  const { userId } = requireActor(ctx);
  const { id } = await permitOwner(ctx, "session", sessionId);
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const session = await lockOwn(tx, "session", id);
    await lockHeldSlots(tx, id, now);
    const { upcoming, all } = await countBookings(tx, id, now);
    if (upcoming > 0)
      throw new AppError("conflict", { message: deletionRefusal("session", upcoming) });
    // Out of the search first: then nobody writes an offer for it any more.
    await setActive(tx, id, false);
    await refreshOffers(tx, [id], now);
    if (all > 0) await hideOffering(tx, id, now);
    else {
      const image = { before: session.imageUrl, after: null };
      await changeImage(ctx, tx, { bucket: "session-images", ...image });
      await removeOffering(tx, id);
    }
    await giveQuotaBack(tx, userId, session.createdAt, now);
  });
}
