import { sql } from "drizzle-orm";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { readTrust } from "./count-trust.server.ts";
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

/** Reads all sums, since an index would slow every hour's counting (rule: category-care). */
export async function renameInFigures(tx: Transaction, before: string, after: string) {
  await tx.execute(sql`
    with gone as (delete from daily_places where category = ${before} returning *)
    insert into daily_places as old (day, town, category, ${PLACE_SUMS((column) => column)})
    select day, town, ${after}, ${PLACE_SUMS((column) => column)} from gone
    on conflict (day, town, category) do update
    set ${PLACE_SUMS((column) => sql`${column} = old.${column} + excluded.${column}`)}`);
}
