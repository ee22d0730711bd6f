import type { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import type { Context } from "../../context.server.ts";
import { HOUR, SECOND } from "../../durations.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { findReviewed, listPublished } from "../store.server.ts";
import { REPORTS_PER_HOUR } from "./rules.ts";
import { reportInput } from "./schema.ts";
import { insertReport } from "./store.server.ts";

/**
 * Tells the operator of a published review that somebody has something against; its professional's
 * is a doubt (rule: reported-reviews). The review stands until it is decided.
 *
 * @throws AppError `invalid_input`, `not_found`, `rate_limited`.
 */
export async function reportReview(
  ctx: Context,
  input: z.input<typeof reportInput>,
): Promise<{ reportId: string }> {
  const { review, reason, text } = parseInput(reportInput, input);
  await limitReports(ctx);
  const [shown] = await listPublished(ctx.db, { review }, { limit: 1, after: null });
  const professionalId = shown && (await findReviewed(ctx.db, review));
  if (!professionalId) throw new AppError("not_found");
  const reportId = newId();
  await insertReport(ctx.db, {
    ...{ id: reportId, reviewId: review, reporterId: ctx.actor?.userId ?? null, reason, text },
    ...{ isDoubt: ctx.actor?.professionalId === professionalId, createdAt: ctx.now() },
  });
  return { reportId };
}

async function limitReports({ actor, address, limits }: Context): Promise<void> {
  const sender = actor?.userId ?? address;
  if (sender === null) return;
  const most = actor ? REPORTS_PER_HOUR.person : REPORTS_PER_HOUR.network;
  if (await limits.consume("report", sender, most, HOUR / SECOND)) return;
  throw new AppError("rate_limited");
}
