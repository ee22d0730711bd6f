import type { Context } from "../context.server.ts";
import { addDays, dayKey } from "../dates.ts";
import { SECOND } from "../durations.ts";
import { countFrom } from "./rules.ts";
import { eveningsOf } from "./site/rules.ts";
import { countCourses, sumDays } from "./site/store.server.ts";
import { countDays, latestDay, nextProfessionals } from "./store.server.ts";

const BATCH = 500;
/** A job has half a minute; the next one goes on. */
const TURN = 10 * SECOND;

/** Goes on where it ran out of time; a job, safe to repeat (rules: figures, site-figures). */
export async function countFigures(
  ctx: Context,
  { after, from }: { after?: string; from?: string } = {},
): Promise<void> {
  const started = performance.now();
  const today = dayKey(ctx.now());
  const tomorrow = addDays(today, 1);
  const since = from ?? countFrom(await latestDay(ctx.db), today);
  for (let last = after; ; ) {
    const ids = await nextProfessionals(ctx.db, last, BATCH);
    if (ids.length > 0) {
      await ctx.db.transaction((tx) => countDays(tx, ids, { from: since, before: tomorrow }));
    }
    last = ids.at(-1);
    if (ids.length < BATCH || !last) {
      const { today: tonight, weekAgo, yearAgo } = eveningsOf(ctx.now());
      return ctx.db.transaction(async (tx) => {
        await sumDays(tx, since, ctx.now());
        await countCourses(tx, [tonight, weekAgo, yearAgo], ctx.now());
      });
    }
    if (performance.now() - started > TURN) {
      return ctx.jobs.send(ctx.db, "count-figures", { after: last, from: since });
    }
  }
}
