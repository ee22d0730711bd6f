import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { refreshListings } from "../../listings/refresh-listings.server.ts";
import { withholdImage } from "../../media/sweep-images.server.ts";
import { lockOwnTime } from "../../occupancy/lock-practitioner.server.ts";
import type { SlotKind } from "../schema.ts";
import { lockOwn } from "./permit-publication.server.ts";
import {
  blankOfferings,
  deactivateAll,
  dropPicture,
  putPicture,
  reactivate,
  setActive,
  setWithheld,
} from "./store.server.ts";

/** The caller refreshes the search rows. @returns the ids of those that were active. */
export async function hideOfferings(tx: Transaction, userId: string): Promise<string[]> {
  await lockOwnTime(tx, userId);
  return deactivateAll(tx, userId);
}

/** Ignores offerings that were deleted meanwhile; the caller refreshes the search rows. */
export async function restoreOfferings(
  ctx: Context,
  tx: Transaction,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  await lockOwnTime(tx, userId);
  for (const offering of await reactivate(tx, userId, ids, ctx.now())) {
    await ctx.jobs.send(tx, "generate-slots", offering);
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
  await setWithheld(tx, id, now);
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
  await setWithheld(tx, id, null);
  if (!wasActive) return;
  await setActive(tx, row, true, now);
  if (row.isRecurring) await ctx.jobs.send(tx, "generate-slots", { kind, id });
  await refreshListings(tx, [id], now);
}

/** The illustration of the category stands there instead (rule: reported-content). */
export async function takePictureDown(tx: Transaction, imageUrl: string, now: Date): Promise<void> {
  await withholdImage(tx, imageUrl, now);
  const ids = (await dropPicture(tx, imageUrl)).toSorted();
  if (ids.length > 0) await refreshListings(tx, ids, now);
}

export async function putPictureBack(
  tx: Transaction,
  { id, imageUrl, now }: { id: string; imageUrl: string; now: Date },
): Promise<void> {
  if (!(await withholdImage(tx, imageUrl, null))) return;
  if (await putPicture(tx, id, imageUrl)) await refreshListings(tx, [id], now);
}

/** Keeps only what bookings refer to: title, price, hours and place (rule: account-deletion). */
export async function anonymiseOfferings(tx: Transaction, userId: string): Promise<void> {
  await lockOwnTime(tx, userId);
  await blankOfferings(tx, userId);
}
