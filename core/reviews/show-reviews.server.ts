import { z } from "zod";
import { requireActor } from "../accounts/rules.ts";
import { findParticipant } from "../bookings/find-own-booking.server.ts";
import { bookingTexts } from "../bookings/labels.ts";
import type { Context } from "../context.server.ts";
import { pageOf, readCursor } from "../cursor.ts";
import { AppError } from "../errors.ts";
import { showOwnAppeal } from "../moderation/cases/contest-case.server.ts";
import { parseInput } from "../parse.ts";
import { whyNotRated, whyNotReviewed, yearOfRating } from "./rules.ts";
import {
  type OwnReview,
  type OwnReviewView,
  ownReviewInput,
  type ReceivedReview,
  type ReviewView,
  receivedReviewsInput,
  showReviewsInput,
} from "./schema.ts";
import {
  findReview,
  hasRated,
  listPublished,
  listRemovedReplies,
  listReviewedOf,
  type Review,
} from "./store.server.ts";

const lastRead = z.object({ at: z.string().regex(/^\d{4}-\d\d-\d\d[\d .:+-]*$/), id: z.uuid() });

/**
 * Newest first (rule: reviews), of exactly one of offering and professional.
 * @throws AppError `invalid_input` unless exactly one of offering and professional is given.
 */
export async function showReviews(
  ctx: Context,
  input: z.input<typeof showReviewsInput>,
): Promise<{ reviews: ReviewView[]; nextCursor: string | null }> {
  const { offering, professional, limit, cursor } = parseInput(showReviewsInput, input);
  const of = offering ? { offering } : { professional: String(professional) };
  const after = readCursor(lastRead, cursor);
  const found = await listPublished(ctx.reads, of, { limit: limit + 1, after });
  const { page, nextCursor } = pageOf(found, limit, ({ at, id }) => ({ at, id }));
  return { reviews: page, nextCursor };
}

const showReviewInput = z.object({ reviewId: z.uuid() });

/** @throws AppError `not_found` for one that is not published. */
export async function showReview(
  ctx: Context,
  input: z.input<typeof showReviewInput>,
): Promise<ReviewView> {
  const { reviewId: review } = parseInput(showReviewInput, input);
  const [shown] = await listPublished(ctx.db, { review }, { limit: 1, after: null });
  if (!shown) throw new AppError("not_found");
  return shown;
}

export function listReviewed(ctx: Context, bookingIds: readonly string[]): Promise<string[]> {
  return listReviewedOf(ctx.db, requireActor(ctx).userId, bookingIds);
}

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

/** @throws AppError `not_found` for a booking of others, `forbidden` for its professional. */
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
