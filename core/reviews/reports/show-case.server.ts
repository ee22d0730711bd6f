import { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { whoAnswersCase } from "../../moderation/cases/answer-contests.server.ts";
import { recordReading } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import type { OpenCase, ShownCase } from "./schema.ts";
import { findCase, listOpenCases as listThem } from "./store.server.ts";

/**
 * For operators of the assistance (rule: reported-reviews).
 * @throws AppError `forbidden` to others.
 */
export async function showCase(ctx: Context, input: unknown): Promise<ShownCase> {
  requireOperator(ctx, "assistance");
  const { reviewId } = parseInput(z.object({ reviewId: z.uuid() }), input);
  const found = await findCase(ctx.db, reviewId);
  if (!found) throw new AppError("not_found", { message: "Cet avis n'existe pas." });
  await recordReading(ctx, { kind: "review", id: reviewId });
  return { ...found, answering: await whoAnswersCase(ctx, { reviewId }, found.contests) };
}

/** Oldest first, reports and contested absences (rule: reported-reviews). */
export function listOpenCases(ctx: Context): Promise<OpenCase[]> {
  return listThem(ctx.db);
}
