import type { z } from "zod";
import { requireActor } from "../accounts/rules.ts";
import { COMMISSION_RATE } from "../commission.ts";
import { type Context, defineJob, type Runtime } from "../context.server.ts";
import { addDays, dayKey } from "../dates.ts";
import { SECOND } from "../durations.ts";
import { AppError } from "../errors.ts";
import { cents } from "../money.ts";
import { parseInput } from "../parse.ts";
import {
  actsOf,
  barsOf,
  bestHour,
  countFrom,
  emptyCost,
  heatOf,
  momentsOf,
  offeringsOf,
  outsideOf,
  placesOf,
  spanOf,
} from "./rules.ts";
import { type FiguresView, figuresInput } from "./schema.ts";
import { eveningsOf } from "./site/rules.ts";
import { countCourses, sumDays } from "./site/store.server.ts";
import {
  addViews,
  addVisits,
  countDays,
  latestDay,
  nextProfessionals,
  readCounted,
  readViews,
  type Sight,
} from "./store.server.ts";

const BATCH = 500;
/** A job has half a minute; the next one goes on. */
const TURN = 10 * SECOND;

/** Goes on where it ran out of time; a job, safe to repeat (rules: figures, site-figures). */
export const countFigures = defineJob("count-figures", async (ctx, { after, from } = {}) => {
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
});

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

const SHARE = 1 - COMMISSION_RATE / 10_000;

/**
 * Covers the time up to yesterday in two statements, whatever the period (rule: figures).
 * @throws AppError `unauthenticated`, `forbidden` for whoever is no professional, `invalid_input`.
 */
export async function showFigures(
  ctx: Context,
  input: z.input<typeof figuresInput>,
): Promise<FiguresView> {
  const { professionalId } = requireActor(ctx);
  if (!professionalId) throw new AppError("forbidden");
  const { period } = parseInput(figuresInput, input);
  const span = spanOf(period, ctx.now());
  const { from, to, before } = span;
  const [all, views] = await Promise.all([
    readCounted(ctx.db, professionalId, { from: before, to }),
    readViews(ctx.db, professionalId, { from, to }),
  ]);
  const rows = all.filter(({ day }) => day >= from);
  const late = (of: typeof rows) => cents(of.reduce((sum, row) => sum + row.lateCents, 0));
  const offerings = offeringsOf(rows, views);
  const total = (key: "views" | "holds" | "paid") =>
    offerings.reduce((sum, offering) => sum + offering[key], 0);
  return {
    ...{ period, from, to, offerings },
    ...{ places: placesOf(rows), outside: outsideOf(rows) },
    emptyCents: emptyCost(rows, SHARE),
    lateCents: late(rows),
    lateCentsBefore: late(all.filter(({ day }) => day < from)),
    bars: barsOf(all, period, span),
    ...{ views: total("views"), holds: total("holds"), paid: total("paid") },
    ...{ heat: heatOf(rows), moments: momentsOf(rows), best: bestHour(rows) },
    acts: actsOf(rows, offerings, dayKey(ctx.now())),
  };
}
