import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import { isUuid, UUID } from "#platform/uuid.ts";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { HOUR, SECOND } from "../durations.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { showOwnProfessional } from "../professionals/show-seller.server.ts";
import { encodeImage } from "./encode-image.server.ts";
import { UPLOAD_FAILED } from "./labels.ts";
import {
  fileKey,
  IMAGE_BUCKETS,
  IMAGE_FORMATS,
  IMAGE_WIDTHS,
  type ImageBucket,
  imageIdOf,
  imageUrl,
  MAX_IMAGE_BYTES,
  UPLOADS_PER_HOUR,
} from "./rules.ts";
import { insertImage, isDown, isShown, lockImage, markRemoved, markUsed } from "./store.server.ts";
import { deleteFiles } from "./sweep-images.server.ts";

export const uploadInput = z.object({
  file: z.instanceof(File, { error: "Choisissez une image" }),
  bucket: z.enum(IMAGE_BUCKETS, "Dossier inconnu"),
});

export const FILE_NAME = new RegExp(
  `^(${UUID})(?:-(?:${IMAGE_WIDTHS.join("|")}))?\\.(${IMAGE_FORMATS.join("|")})$`,
);

/**
 * Writes the row first, so that the sweep knows of an orphan (rule: picture-checks).
 * @throws AppError `unauthenticated`, `forbidden`, `invalid_input`, `payload_too_large`,
 * `unsupported_media_type`, `rate_limited`, `storage_unavailable`.
 */
export async function uploadImage(
  ctx: Context,
  input: { file: unknown; bucket: unknown },
): Promise<{ url: string; width: number; height: number }> {
  const { userId } = requireActor(ctx);
  const professional = await showOwnProfessional(ctx);
  if (!professional) throw new AppError("forbidden", { message: "Profil professionnel requis" });
  const { file, bucket } = parseInput(uploadInput, input);
  if (file.size > MAX_IMAGE_BYTES) throw new AppError("payload_too_large");
  if (!(await ctx.limits.consume("image-upload", userId, UPLOADS_PER_HOUR, HOUR / SECOND))) {
    throw new AppError("rate_limited");
  }
  // Version 4, unlike every other id: it is the name in a public address, and tells no date.
  const image = { id: randomUUID(), bucket, folder: professional.id };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { files, width, height } = await encodeImage(image.id, bytes);
  await insertImage(ctx.db, { ...image, ownerId: userId, width, height, createdAt: ctx.now() });
  // All writes end before the answer: nothing is written any more once a failure was reported.
  const writes = await Promise.allSettled(
    files.map(({ name, bytes }) => ctx.files.write(fileKey(image, name), bytes)),
  );
  const failed = writes.find((write) => write.status === "rejected");
  if (failed) {
    ctx.log.error({ err: failed.reason }, "an image could not be stored");
    throw new AppError("storage_unavailable", { message: UPLOAD_FAILED, cause: failed.reason });
  }
  return { url: imageUrl(image), width, height };
}

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

/** @throws AppError `forbidden` for an image of others, `conflict` while it is shown. */
export async function removeImage(ctx: Context, { name }: { name: string }): Promise<void> {
  const { userId } = requireActor(ctx);
  const id = FILE_NAME.exec(name)?.[1];
  const removed = await ctx.db.transaction(async (tx) => {
    const image = id ? await lockImage(tx, id) : null;
    if (!image) throw new AppError("not_found");
    if (image.ownerId !== userId) throw new AppError("forbidden");
    if (await isShown(tx, image)) throw new AppError("conflict", { message: SHOWN });
    await markRemoved(tx, image.id, ctx.now());
    return image;
  });
  await deleteFiles(ctx, removed);
}

const SHOWN = "Cette image illustre encore une de vos annonces : changez-la d'abord dans celle-ci.";

/** Hides what was taken down (rule: reported-content). @throws AppError `not_found` */
export async function readImage(
  ctx: Context,
  { bucket, folder, name }: { bucket: string; folder: string; name: string },
): Promise<{ bytes: Uint8Array; type: "image/jpeg" | "image/avif" }> {
  const found = IMAGE_BUCKETS.find((known) => known === bucket);
  const [, id, format] = FILE_NAME.exec(name) ?? [];
  if (!found || !id || !format || !isUuid(folder)) throw new AppError("not_found");
  if (await isDown(ctx.db, id)) throw new AppError("not_found");
  const bytes = await ctx.files.read(fileKey({ bucket: found, folder }, name));
  if (!bytes) throw new AppError("not_found");
  return { bytes, type: format === "avif" ? "image/avif" : "image/jpeg" };
}
