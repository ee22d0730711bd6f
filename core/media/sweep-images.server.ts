import type { Transaction } from "#platform/postgres.server.ts";
import { type Context, defineJob } from "../context.server.ts";
import {
  fileKey,
  IMAGE_BUCKETS,
  imageFiles,
  imageIdOf,
  ORPHAN_LIFE,
  WITHHELD_LIFE,
} from "./rules.ts";
import {
  deleteImage,
  endWithheld,
  type Image,
  isShown,
  listRemoved,
  lockImage,
  markAllRemoved,
  markOrphans,
  markRemoved,
  markWithheld,
} from "./store.server.ts";

/** Deletes the files before the row, so that the sweep can repeat it; a failure is only logged. */
export async function deleteFiles(ctx: Context, image: Image): Promise<boolean> {
  try {
    await Promise.all(
      imageFiles(image.id).map(({ name }) => ctx.files.remove(fileKey(image, name))),
    );
    await deleteImage(ctx.db, image.id);
    return true;
  } catch (error) {
    ctx.log.warn({ err: error, image: image.id }, "an image could not be removed");
    return false;
  }
}

/** A turn ends within a job's 30 s, however slow the store is. */
const BATCH = 50;

/** Safe to repeat; a full turn that went well asks for the next one. */
export const sweepImages = defineJob("sweep-images", async (ctx) => {
  const now = ctx.now();
  await endWithheld(ctx.db, new Date(now.getTime() - WITHHELD_LIFE), now);
  await markOrphans(ctx.db, new Date(now.getTime() - ORPHAN_LIFE), now);
  const removed = await listRemoved(ctx.db, BATCH);
  for (const image of removed) {
    // The store does not answer, so asking 49 times more is no use.
    if (!(await deleteFiles(ctx, image))) return;
  }
  if (removed.length === BATCH) await ctx.jobs.send(ctx.db, "sweep-images", {});
});

/** Leaves the files to the next sweep, within an hour (rule: account-deletion). */
export function dropImages(ctx: Context, tx: Transaction, userId: string): Promise<void> {
  return markAllRemoved(tx, userId, ctx.now());
}

/** Keeps one that a copy of the session shows. */
export const freeImage = defineJob("free-image", async (ctx, { imageId }) => {
  const freed = await ctx.db.transaction(async (tx) => {
    const image = await lockImage(tx, imageId);
    if (!image || (await isShown(tx, image))) return null;
    await markRemoved(tx, imageId, ctx.now());
    return image;
  });
  if (freed) await deleteFiles(ctx, freed);
});

/** Keeps the files while it can be contested (rule: reported-content); false when it is gone. */
export async function withholdImage(
  tx: Transaction,
  url: string,
  at: Date | null,
): Promise<boolean> {
  const id = IMAGE_BUCKETS.map((bucket) => imageIdOf(url, bucket)).find(Boolean);
  const image = id ? await lockImage(tx, id) : null;
  if (image) await markWithheld(tx, image.id, at);
  return image !== null;
}
