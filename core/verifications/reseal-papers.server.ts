import { CannotOpen, markOf, openByEither, seal } from "#platform/seal.server.ts";
import type { Context } from "../context.server.ts";
import { paperKey, UNREADABLE } from "./rules.ts";
import { listSealedOtherwise, noteSealed } from "./store.server.ts";

/** A turn ends within a job's 30 s, however slow the store is. */
const BATCH = 20;

/**
 * Safe to repeat and cut off (rule: sealed-secrets): what was written and not noted is only looked
 * at again.
 * @param input `after` is the id from which a turn goes on.
 */
export async function resealPapers(
  ctx: Context,
  { after = null }: { after?: string | null },
): Promise<void> {
  const current = markOf(ctx.config.encryptionKey);
  const others = await listSealedOtherwise(ctx.db, { current, after, limit: BATCH });
  for (const id of others) {
    const isReadable = await reseal(ctx, paperKey(id));
    await noteSealed(ctx.db, id, isReadable ? current : UNREADABLE);
  }
  const last = others.at(-1);
  if (last && others.length === BATCH) {
    await ctx.jobs.send(ctx.db, "reseal-papers", { after: last });
  }
}

/** @returns false for what is missing, or opens by no key. */
async function reseal({ config, files, log }: Context, key: string): Promise<boolean> {
  const kept = await files.read(key);
  try {
    if (!kept) throw new CannotOpen(key);
    const { bytes, isCurrent } = openByEither(config, kept, key);
    if (!isCurrent) await files.write(key, seal(config.encryptionKey, bytes, key));
    return true;
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    log.error({ err: error, key }, "a document cannot be read");
    return false;
  }
}
