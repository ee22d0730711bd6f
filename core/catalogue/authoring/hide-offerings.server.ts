import { and, eq, isNull, sql } from "drizzle-orm";
import { list, type Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { refreshListings } from "../../listings/refresh-listings.server.ts";
import { withholdImage } from "../../media/sweep-images.server.ts";
import { lockOwnTime } from "../../occupancy/lock-practitioner.server.ts";
import { recordBookable } from "../../prices/write-prices.server.ts";
import { offerings } from "../../tables.server.ts";
import { eachList } from "../labels.ts";
import { lockOwn } from "../owner/permit-owner.server.ts";
import type { SlotKind } from "../schema.ts";
import { setActive } from "./store.server.ts";

const updatedAt = sql`now()`;

const isOf = (userId: string) => sql`${offerings.professionalId} in (
  select own.id from professional_profiles own where own.user_id = ${userId})`;

/** The caller refreshes the search rows. @returns the ids of those that were active. */
export async function hideOfferings(tx: Transaction, userId: string): Promise<string[]> {
  await lockOwnTime(tx, userId);
  const hidden = await tx
    .update(offerings)
    .set({ isActive: false, updatedAt })
    .where(and(isOf(userId), offerings.isActive))
    .returning({ id: offerings.id });
  return hidden.map(({ id }) => id);
}

/** Ignores offerings that were deleted meanwhile; the caller refreshes the search rows. */
export async function restoreOfferings(
  ctx: Context,
  tx: Transaction,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  await lockOwnTime(tx, userId);
  const { id, kind, isRecurring, deletedAt, withheldAt } = offerings;
  const restored = await tx
    .update(offerings)
    .set({ isActive: true, updatedAt })
    .where(
      and(
        isOf(userId),
        ...[isNull(deletedAt), isNull(withheldAt), sql`${id} = any(${list(ids, "uuid")})`],
      ),
    )
    .returning({ kind, id, isRecurring });
  const restoredIds = list(
    restored.map((offering) => offering.id),
    "uuid",
  );
  await recordBookable(tx, sql`slot.offering_id = any(${restoredIds})`, ctx.now());
  for (const offering of restored) {
    if (!offering.isRecurring) continue;
    await ctx.jobs.send(tx, "generate-slots", { kind: offering.kind, id: offering.id });
  }
}

/** Keeps the bookings (rule: reported-content). @returns whether it was active. */
export async function withholdOffering(
  tx: Transaction,
  kind: SlotKind,
  id: string,
  now: Date,
): Promise<boolean> {
  const { isActive } = await lockOwn(tx, kind, id);
  const hidden = { isActive: false, withheldAt: now, updatedAt };
  await tx.update(offerings).set(hidden).where(eq(offerings.id, id));
  await refreshListings(tx, [id], now);
  return isActive;
}

export async function releaseOffering(
  ctx: Context,
  tx: Transaction,
  { kind, id, wasActive }: { kind: SlotKind; id: string; wasActive: boolean },
): Promise<void> {
  const now = ctx.now();
  const row = await lockOwn(tx, kind, id);
  await tx.update(offerings).set({ withheldAt: null, updatedAt }).where(eq(offerings.id, id));
  if (!wasActive) return;
  await setActive(tx, row, true, now);
  if (row.isRecurring) await ctx.jobs.send(tx, "generate-slots", { kind, id });
  await refreshListings(tx, [id], now);
}

/** The illustration of the category stands there instead (rule: reported-content). */
export async function takePictureDown(tx: Transaction, imageUrl: string, now: Date): Promise<void> {
  await withholdImage(tx, imageUrl, now);
  const changed = await tx
    .update(offerings)
    .set({ imageUrl: null, updatedAt })
    .where(eq(offerings.imageUrl, imageUrl))
    .returning({ id: offerings.id });
  await refreshListings(tx, changed.map(({ id }) => id).sort(), now);
}

/** Skips offerings that show another picture meanwhile. */
export async function putPictureBack(
  tx: Transaction,
  { id, imageUrl, now }: { id: string; imageUrl: string; now: Date },
): Promise<void> {
  if (!(await withholdImage(tx, imageUrl, null))) return;
  const isBare = and(eq(offerings.id, id), isNull(offerings.imageUrl));
  const { rowCount } = await tx.update(offerings).set({ imageUrl, updatedAt }).where(isBare);
  if (rowCount === 1) await refreshListings(tx, [id], now);
}

/** Keeps only what bookings refer to: title, price, hours and place (rule: account-deletion). */
export async function anonymiseOfferings(tx: Transaction, userId: string): Promise<void> {
  await lockOwnTime(tx, userId);
  const places = { pin: null, addressPoint: null, addressAsks: null, formerPlace: null };
  const texts = { description: "", ...eachList(() => null), tags: null };
  await tx
    .update(offerings)
    .set({ ...texts, ...places, imageUrl: null, onlineLink: null, updatedAt })
    .where(isOf(userId));
}
