import type { Context } from "../context.server.ts";
import { fileKey, imageFiles } from "./rules.ts";
import { deleteImage, type Image } from "./store.server.ts";

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
