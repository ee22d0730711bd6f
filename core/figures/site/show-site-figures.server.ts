import { sql } from "drizzle-orm";
import type { Transaction } from "#platform/postgres.server.ts";
import { type Context, defineJob } from "../../context.server.ts";
import { addDays, dayKey } from "../../dates.ts";
import { SECOND } from "../../durations.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { countFrom } from "../rules.ts";
import {
  courseOf,
  eveningsOf,
  fortnightOf,
  hintsOf,
  hoursOf,
  type Span,
  spansOf,
  tableOf,
  weeksOf,
} from "./rules.ts";
import { type SiteFigures, siteFiguresInput } from "./schema.ts";
import {
  PLACE_SUMS,
  readCourses,
  readEvenings,
  readHours,
  readMissed,
  readTotals,
  readTownSpans,
  readTowns,
} from "./store.server.ts";
import { countTrustOf, latestTrust, readTrust } from "./trust-store.server.ts";

/**
 * Takes eight statements, however many bookings there are (rule: site-figures).
 * @param input `{ period? }`: `hier`, `7j` or `30j`; anything else is seven days.
 * @throws AppError `not_found`.
 */
export async function showSiteFigures(ctx: Context, input: unknown): Promise<SiteFigures> {
  requireOperator(ctx);
  const { period } = parseInput(siteFiguresInput, input);
  const now = ctx.now();
  const evenings = eveningsOf(now);
  const { today, weekAgo, yearAgo } = evenings;
  const spans = spansOf(period, now);
  const weeks = weeksOf(now);
  const [known, hours, taken, rows, totals, missed, trust] = await Promise.all([
    readEvenings(ctx.db, [today, weekAgo, yearAgo]),
    readHours(ctx.db, [today, weekAgo, yearAgo]),
    readCourses(ctx.db, [today, weekAgo, yearAgo]),
    readTowns(ctx.db, today, [weekAgo, yearAgo]),
    readTotals(ctx.db, spans),
    readMissed(ctx.db, spans),
    readTrust(ctx.db, [...spans, ...weeks]),
  ]);
  const table = tableOf(rows, evenings);
  const townSpans = await readTownSpans(
    ctx.db,
    table.towns.map(({ town }) => town),
    fortnightOf(now),
  );
  return {
    ...{ period, spans, totals },
    countedAt: known.get(today)?.countedAt ?? null,
    tonight: known.get(today) ?? null,
    weekAgo: known.get(weekAgo) ?? null,
    yearAgo: known.get(yearAgo) ?? null,
    course: courseOf(taken, evenings),
    hours: hoursOf(hours, evenings),
    ...table,
    hints: hintsOf({ ...table, townSpans, missed }),
    missed,
    trust: trust.slice(0, spans.length),
    weeks: trust
      .slice(spans.length)
      .map((sums, place) => ({ ...(weeks[place] as Span), trust: sums })),
  };
}

const DAYS = 7;
/** A job has half a minute; the next one goes on. */
const TURN = 10 * SECOND;

/** Costs what these days do, whatever came before; a job, safe to repeat (rule: site-figures). */
export const countTrust = defineJob("count-trust", async (ctx, { from } = {}) => {
  const started = performance.now();
  const tomorrow = addDays(dayKey(ctx.now()), 1);
  let day = from ?? countFrom(await latestTrust(ctx.db), dayKey(ctx.now()));
  while (day < tomorrow) {
    if (performance.now() - started > TURN) {
      return ctx.jobs.send(ctx.db, "count-trust", { from: day });
    }
    const [before = tomorrow] = [addDays(day, DAYS), tomorrow].toSorted();
    await countTrustOf(ctx.db, { from: day, before }, ctx.now());
    day = before;
  }
});

/** Reads all sums, since an index would slow every hour's counting (rule: category-care). */
export async function renameInFigures(tx: Transaction, before: string, after: string) {
  await tx.execute(sql`
    with gone as (delete from daily_places where category = ${before} returning *)
    insert into daily_places as old (day, town, category, ${PLACE_SUMS((column) => column)})
    select day, town, ${after}, ${PLACE_SUMS((column) => column)} from gone
    on conflict (day, town, category) do update
    set ${PLACE_SUMS((column) => sql`${column} = old.${column} + excluded.${column}`)}`);
}
