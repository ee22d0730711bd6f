import type { z } from "zod";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { showOwnAppeal } from "../moderation/cases/contest-case.server.ts";
import { parseInput } from "../parse.ts";
import { type ReceivedReview, type ReviewView, receivedReviewsInput } from "./schema.ts";
import { showReviews } from "./show-reviews.server.ts";
import { listRemovedReplies } from "./store.server.ts";

/**
 * Newest first, with replies that were taken away (rule: reported-reviews).
 * @throws AppError `forbidden` without a business.
 */
export async function showReceivedReviews(
  ctx: Context,
  input: z.input<typeof receivedReviewsInput>,
): Promise<{ reviews: ReceivedReview[]; nextCursor: string | null }> {
  const { professionalId } = requireActor(ctx);
  if (!professionalId) throw new AppError("forbidden");
  const asked = { ...parseInput(receivedReviewsInput, input), professional: professionalId };
  const { reviews, nextCursor } = await showReviews(ctx, asked);
  const removed = await listRemovedReplies(
    ctx.db,
    reviews.map(({ id }) => id),
  );
  const withRemoved = async (review: ReviewView): Promise<ReceivedReview> => {
    const reply = removed.get(review.id);
    if (!reply) return { ...review, removed: null };
    const appeal = await showOwnAppeal(ctx, "reply-author", review.id);
    return { ...review, removed: { ...reply, appeal } };
  };
  return { reviews: await Promise.all(reviews.map(withRemoved)), nextCursor };
}
