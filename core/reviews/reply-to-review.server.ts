import type { z } from "zod";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { HOUR, SECOND } from "../durations.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { REPLIES_PER_HOUR } from "./rules.ts";
import { replyInput } from "./schema.ts";
import { lockReview, updateReview } from "./store.server.ts";

/**
 * An empty text takes it back (rules: reviews, reported-reviews).
 * @throws AppError `not_found` for a review of others, `conflict` where the reply was taken away,
 * `rate_limited`.
 */
export async function replyToReview(
  ctx: Context,
  input: z.input<typeof replyInput>,
): Promise<{ reviewId: string }> {
  const { professionalId } = requireActor(ctx);
  if (!professionalId) throw new AppError("forbidden");
  const { reviewId, text } = parseInput(replyInput, input);
  if (!(await ctx.limits.consume("reply", professionalId, REPLIES_PER_HOUR, HOUR / SECOND))) {
    throw new AppError("rate_limited");
  }
  await ctx.db.transaction(async (tx) => {
    const review = await lockReview(tx, reviewId);
    if (review?.professionalId !== professionalId || review.status !== "published") {
      throw new AppError("not_found");
    }
    if (review.replyRemovedAt) {
      const message = "Nous avons retiré votre réponse : elle ne se modifie plus.";
      throw new AppError("conflict", { message });
    }
    const reply = text === "" ? null : text;
    await updateReview(tx, reviewId, { reply, repliedAt: reply === null ? null : ctx.now() });
    if (reply !== null) await ctx.jobs.send(tx, "filter-review", { reviewId });
  });
  return { reviewId };
}
