import type { z } from "zod";
import { requireActor } from "../accounts/rules.ts";
import { COMMISSION_RATE } from "../commission.ts";
import type { Context } from "../context.server.ts";
import { dayKey } from "../dates.ts";
import { AppError } from "../errors.ts";
import { cents } from "../money.ts";
import { parseInput } from "../parse.ts";
import {
  actsOf,
  barsOf,
  bestHour,
  emptyCost,
  heatOf,
  momentsOf,
  offeringsOf,
  outsideOf,
  placesOf,
  spanOf,
} from "./rules.ts";
import { type FiguresView, figuresInput } from "./schema.ts";
import { readCounted, readViews } from "./store.server.ts";

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
