import type { Context } from "../context.server.ts";
import { deleteFiles } from "./delete-files.server.ts";
import { isShown, lockImage, markRemoved } from "./store.server.ts";

/** Keeps one that a copy of the session shows. */
export async function freeImage(ctx: Context, { imageId }: { imageId: string }): Promise<void> {
  const freed = await ctx.db.transaction(async (tx) => {
    const image = await lockImage(tx, imageId);
    if (!image || (await isShown(tx, image))) return null;
    await markRemoved(tx, imageId, ctx.now());
    return image;
  });
  if (freed) await deleteFiles(ctx, freed);
}
