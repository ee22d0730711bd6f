import { isUuid } from "#platform/uuid.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { fileKey, IMAGE_BUCKETS } from "./rules.ts";
import { FILE_NAME } from "./schema.ts";

/**
 * One file of a public image. A name that cannot be ours is not looked for.
 *
 * @throws AppError `not_found`
 */
export async function readImage(
  ctx: Context,
  { bucket, folder, name }: { bucket: string; folder: string; name: string },
): Promise<{ bytes: Uint8Array; type: "image/jpeg" | "image/avif" }> {
  const found = IMAGE_BUCKETS.find((known) => known === bucket);
  const [, , format] = FILE_NAME.exec(name) ?? [];
  if (!found || !format || !isUuid(folder)) throw new AppError("not_found");
  const bytes = await ctx.files.read(fileKey({ bucket: found, folder }, name));
  if (!bytes) throw new AppError("not_found");
  return { bytes, type: format === "avif" ? "image/avif" : "image/jpeg" };
}
