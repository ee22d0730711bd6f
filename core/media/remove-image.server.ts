import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { deleteFiles } from "./delete-files.server.ts";
import { FILE_NAME } from "./schema.ts";
import { isShown, lockImage, markRemoved } from "./store.server.ts";

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
