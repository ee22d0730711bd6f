import type { Context } from "../context.server.ts";
import { withOnlineWord } from "../search/rules.ts";
import { readWithoutWord, writeWords } from "./store.server.ts";

const BATCH = 1_000;

/**
 * Gives alerts that were kept in words the word by which a slot finds them, where none was known when
 * they were kept (rule: alerts). Until then their place alone finds them. Goes on with the next batch, after `after`. Safe to repeat.
 */
export async function rereadAlerts(ctx: Context, { after }: { after?: string }): Promise<void> {
  const read = await readWithoutWord(ctx.db, after ?? null, BATCH);
  const last = read.at(-1);
  if (!last) return;
  await ctx.db.transaction(async (tx) => {
    await writeWords(
      tx,
      read.map(({ id, q }) => ({ id, words: withOnlineWord(q) })),
    );
    if (read.length === BATCH) await ctx.jobs.send(tx, "reread-alerts", { after: last.id });
  });
}
