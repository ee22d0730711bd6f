import type { Transaction } from "#platform/postgres.server.ts";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { type ImageBucket, imageIdOf } from "./rules.ts";
import { lockImage, markUsed } from "./store.server.ts";

/**
 * Frees a released image in the transaction that writes an `image_url`.
 * @throws AppError `invalid_input` for an image of others.
 */
export async function changeImage(
  ctx: Context,
  tx: Transaction,
  change: { bucket: ImageBucket; before: string | null; after: string | null },
): Promise<void> {
  const { bucket, before, after } = change;
  if (before === after) return;
  const { userId } = requireActor(ctx);
  if (after) {
    const id = imageIdOf(after, bucket);
    const image = id ? await lockImage(tx, id) : null;
    if (image?.ownerId !== userId || image.withheldAt) {
      throw new AppError("invalid_input", { fields: { imageUrl: [NOT_YOURS] } });
    }
    await markUsed(tx, image.id);
  }
  const freed = before && imageIdOf(before, bucket);
  if (freed) await ctx.jobs.send(tx, "free-image", { imageId: freed });
}

const NOT_YOURS = "Cette image n'est plus là. Téléchargez-la de nouveau.";
