import { isUuid } from "#platform/uuid.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { fileKey, IMAGE_BUCKETS } from "./rules.ts";
import { FILE_NAME } from "./schema.ts";
import { isDown } from "./store.server.ts";

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
