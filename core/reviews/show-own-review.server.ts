import type { z } from "zod";
import { findParticipant } from "../bookings/find-participant.server.ts";
import { bookingTexts } from "../bookings/labels.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { showOwnAppeal } from "../moderation/cases/contest-case.server.ts";
import { parseInput } from "../parse.ts";
import { whyNotRated, whyNotReviewed, yearOfRating } from "./rules.ts";
import { type OwnReview, type OwnReviewView, ownReviewInput } from "./schema.ts";
import { findReview, hasRated, type Review } from "./store.server.ts";

/**
 * (rule: reviews)
 * @throws AppError `not_found` for a booking of others, `forbidden` for its professional.
 */
export async function showOwnReview(
  ctx: Context,
  input: z.input<typeof ownReviewInput>,
): Promise<OwnReviewView> {
  const { bookingId } = parseInput(ownReviewInput, input);
  const { row, by } = await findParticipant(ctx, bookingId);
  if (by === "professional") throw new AppError("forbidden");
  const now = ctx.now();
  const { title, date, time, professional } = bookingTexts(row);
  const review = await findReview(ctx.db, bookingId);
  const { professionalId } = row;
  const author = { authorId: String(ctx.actor?.userId), professionalId, bookingId };
  const isSecond = await hasRated(ctx.db, author, yearOfRating(review?.publishedAt ?? now));
  return {
    ...{ bookingId, title, date, time, professional },
    closed: review ? null : whyNotReviewed(row, now),
    unrated: whyNotRated({ isFree: row.pricePaidCents === 0, isSecond }),
    review: review && {
      ...toOwn(review),
      appeal: await showOwnAppeal(ctx, "review-author", review.id),
    },
  };
}

function toOwn(review: Review): Omit<OwnReview, "appeal"> {
  const { rating, text, tags, status, refusedBecause, publishedAt, editedAt } = review;
  return { rating, text, tags, status, refusedBecause, publishedAt, editedAt };
}
