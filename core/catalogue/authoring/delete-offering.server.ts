import { and, eq, isNull } from "drizzle-orm";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { refreshListings } from "../../listings/refresh-listings.server.ts";
import { changeImage } from "../../media/upload-image.server.ts";
import { offerings } from "../../tables.server.ts";
import { archiveRefusal, deletionRefusal, outsideRefusal } from "../labels.ts";
import { lockOwn, permitOwner } from "../owner/permit-owner.server.ts";
import { requireShowable } from "../removals/require-showable.server.ts";
import type { SlotKind } from "../schema.ts";
import { lockHeldSlots } from "../slots/write-slots.server.ts";
import { OFFERING_KINDS } from "./offering-kinds.server.ts";
import { permitPublication } from "./permit-publication.server.ts";
import { countBookings, hasOutsideToTell, setActive } from "./store.server.ts";

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
  const isIt = eq(offerings.id, id);
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
    if (all > 0) await tx.update(offerings).set({ isActive: false, deletedAt: now }).where(isIt);
    else {
      await changeImage(ctx, tx, { bucket, before: imageUrl, after: null });
      await tx.delete(offerings).where(isIt);
    }
    await giveQuotaBack(tx, userId, createdAt, now);
  });
}

/** Keeps counting for the month (rule: quota-month). @throws AppError `conflict` */
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
    const isShown = and(eq(offerings.id, id), isNull(offerings.archivedAt));
    await tx.update(offerings).set({ archivedAt: now }).where(isShown);
    await refreshListings(tx, [id], now);
  });
}

/** Cancels no booking. @throws AppError `conflict` for what is withheld. */
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
