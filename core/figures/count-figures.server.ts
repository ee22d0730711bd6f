import type { Context, Runtime } from "../context.server.ts";
import { addDays, dayKey } from "../dates.ts";
import { SECOND } from "../durations.ts";
import { countFrom } from "./rules.ts";
import { eveningsOf } from "./site/rules.ts";
import { countCourses, sumDays } from "./site/store.server.ts";
import {
  addViews,
  addVisits,
  countDays,
  latestDay,
  nextProfessionals,
  type Sight,
} from "./store.server.ts";

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

/** Counts in memory, written once a minute, without knowing any visitor (rule: figures). */
export function createViewCounter({ db, log, now }: Pick<Runtime, "db" | "log" | "now">) {
  let counts = new Map<string, Sight>();
  let visits = 0;
  return {
    noteVisit(): void {
      visits += 1;
    },
    /** @param by the professional profile of whoever looks; null for everybody else. */
    note(offeringId: string, by: string | null): void {
      const key = `${offeringId} ${by}`;
      const seen = counts.get(key);
      counts.set(key, { offeringId, by, views: (seen?.views ?? 0) + 1 });
    },
    /** Keeps the counts when the database is away. */
    async flush(): Promise<void> {
      const written = counts;
      const came = visits;
      counts = new Map();
      visits = 0;
      const day = dayKey(now());
      try {
        await db.transaction(async (tx) => {
          await addVisits(tx, day, came);
          await addViews(tx, day, [...written.values()]);
        });
      } catch (error) {
        visits += came;
        for (const [key, sight] of written) {
          const since = counts.get(key)?.views ?? 0;
          counts.set(key, { ...sight, views: sight.views + since });
        }
        log.warn({ err: error }, "views were not counted yet");
      }
    },
  };
}

export type ViewCounter = ReturnType<typeof createViewCounter>;
