import type { z } from "zod";
import type { Executor } from "#platform/postgres.server.ts";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { addUp, monthsOf, netEstimate, periodOf, refundingOf, yearsSince } from "./rules.ts";
import { type Earnings, earningsInput, type MovementGroup } from "./schema.ts";
import { countMovements, findFirstBooking } from "./store.server.ts";

/**
 * The caller's earnings as a professional, month by month in Paris (rule: earnings-figures): a
 * payment counts in the month of its confirmation, a refund in the month in which it was made.
 * Every amount is one that the provider moved, so that the share equals its own pages.
 *
 * @throws AppError `unauthenticated`, `forbidden` without a professional profile, `invalid_input`.
 */
export async function listEarnings(
  ctx: Context,
  input: z.input<typeof earningsInput> = {},
): Promise<Earnings> {
  const { professionalId } = requireActor(ctx);
  const { year = null } = parseInput(earningsInput, input);
  if (!professionalId) throw new AppError("forbidden");
  const now = ctx.now();
  const months = monthsOf(year, now);
  const [groups, first] = await Promise.all([
    countMovements(ctx.db, professionalId, periodOf(months)),
    findFirstBooking(ctx.db, professionalId),
  ]);
  return {
    year,
    years: yearsSince(first, now),
    months: months.map((month) => ({
      month,
      ...addUp(groups.filter((group) => group.month === month)),
    })),
    total: addUp(groups),
    refundingCents: refundingOf(groups),
    netEstimateCents: netEstimate(groups),
  };
}

/**
 * The movements of one professional's money within a period, by month in Paris, for whoever may
 * read them (rule: earnings-figures).
 */
export function readMovements(
  db: Executor,
  professionalId: string,
  period: { from: Date; before: Date },
): Promise<MovementGroup[]> {
  return countMovements(db, professionalId, period);
}
