import type { Context } from "../context.server.ts";
import { deleteMails, dropMails, emptyMails } from "./store.server.ts";

/**
 * Of an old mail remains that it was sent, so that nothing sends it again; of a very old one nothing.
 * One that nobody sent, because its job was lost, is given up with its secrets. Any number of times.
 */
export async function purgeMails(
  ctx: Context,
  due: { queuedBefore: Date; emptyBefore: Date; deleteBefore: Date },
): Promise<void> {
  const dropped = await dropMails(ctx.db, due.queuedBefore);
  if (dropped > 0) ctx.log.error({ dropped }, "mails were given up: no job sent them");
  await emptyMails(ctx.db, due.emptyBefore);
  await deleteMails(ctx.db, due.deleteBefore);
}
