import type { Context } from "../../context.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { eveningsOf, spansOf, tableOf } from "./rules.ts";
import { type SiteFigures, siteFiguresInput } from "./schema.ts";
import { readEvenings, readTotals, readTowns } from "./store.server.ts";

/**
 * How the marketplace goes: tonight's places by town and category, and what became of views and
 * places in a period, each beside what it was before and a year ago (rule: site-figures). Three
 * statements on the sums of whole days, however many bookings there are. For every operator.
 *
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
  const [known, rows, totals] = await Promise.all([
    readEvenings(ctx.db, [today, weekAgo, yearAgo]),
    readTowns(ctx.db, today, [weekAgo, yearAgo]),
    readTotals(ctx.db, spans),
  ]);
  return {
    ...{ period, spans, totals },
    countedAt: known.get(today)?.countedAt ?? null,
    tonight: known.get(today) ?? null,
    weekAgo: known.get(weekAgo) ?? null,
    yearAgo: known.get(yearAgo) ?? null,
    ...tableOf(rows, evenings),
  };
}
