import type { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import { requireActor } from "../accounts/rules.ts";
import { findParticipant } from "../bookings/find-own-booking.server.ts";
import type { Context } from "../context.server.ts";
import { HOUR, SECOND } from "../durations.ts";
import { AppError } from "../errors.ts";
import { lockPractitioner } from "../occupancy/lock-practitioner.server.ts";
import { parseInput } from "../parse.ts";
import { deriveRating } from "./mend-ratings.server.ts";
import {
  REPLIES_PER_HOUR,
  REVIEWS_PER_HOUR,
  statusOf,
  whyNotRated,
  whyNotReviewed,
  yearOfRating,
} from "./rules.ts";
import { ownReviewInput, replyInput, reviewInput } from "./schema.ts";
import {
  deleteReview,
  findReview,
  hasRated,
  insertReview,
  lockBooked,
  lockReview,
  updateReview,
} from "./store.server.ts";

export interface WrittenReview extends Record<string, string> {
  reviewId: string;
  status: "published" | "waiting";
}

/**
 * No rating of a free booking, nor a second in a year (rule: reviews).
 * @throws AppError `not_found` for a booking of others, `forbidden` for its professional,
 * `conflict` with the reason when it is not open, `rate_limited`.
 */
export async function writeReview(
  ctx: Context,
  input: z.input<typeof reviewInput>,
): Promise<WrittenReview> {
  const { bookingId, rating, text, tags } = parseInput(reviewInput, input);
  const { row, by } = await findParticipant(ctx, bookingId);
  if (by === "professional") throw new AppError("forbidden");
  const authorId = String(ctx.actor?.userId);
  if (!(await ctx.limits.consume("review", authorId, REVIEWS_PER_HOUR, HOUR / SECOND))) {
    throw new AppError("rate_limited");
  }
  const now = ctx.now();
  const { professionalId, offeringId, end } = row;
  return ctx.db.transaction(async (tx) => {
    const booking = await lockBooked(tx, bookingId);
    await lockPractitioner(tx, professionalId);
    const standing = await findReview(tx, bookingId);
    if (standing?.status === "refused") {
      throw new AppError("conflict", { message: "Cet avis a été refusé : il ne se modifie plus." });
    }
    const closed = standing ? null : whyNotReviewed({ ...booking, end }, now);
    if (closed) throw new AppError("conflict", { message: closed });
    const year = yearOfRating(standing?.publishedAt ?? now);
    const isFree = booking.pricePaidCents === 0;
    const isSecond = await hasRated(tx, { authorId, professionalId, bookingId }, year);
    requireContent({ rating, text, unrated: whyNotRated({ isFree, isSecond }) });
    const written = { rating, rates: rating === null ? null : year, text, tags };
    const status = standing?.status ?? statusOf(booking);
    const reviewId = standing?.id ?? newId();
    if (standing) await updateReview(tx, reviewId, { ...written, editedAt: now });
    else {
      const about = { bookingId, authorId, professionalId, offeringId };
      await insertReview(tx, { id: reviewId, ...about, ...written, status, publishedAt: now });
    }
    await deriveRating(tx, professionalId, now);
    await ctx.jobs.send(tx, "filter-review", { reviewId });
    return { reviewId, status };
  });
}

function requireContent(asked: { rating: number | null; text: string; unrated: string | null }) {
  const { rating, text, unrated } = asked;
  const fail = (field: string, message: string) => {
    throw new AppError("invalid_input", { fields: { [field]: [message] } });
  };
  if (rating !== null && unrated) fail("rating", `${unrated} : écrivez quelques mots`);
  if (rating === null && !unrated) fail("rating", "Choisissez une note de 1 à 5");
  if (rating === null && text === "") fail("text", "Écrivez quelques mots");
}

/**
 * Rating and words alike (rule: reviews).
 * @throws AppError `not_found` without one or for a booking of others, `forbidden` for its
 * professional, `conflict` for a refused one.
 */
export async function withdrawReview(
  ctx: Context,
  input: z.input<typeof ownReviewInput>,
): Promise<void> {
  const { bookingId } = parseInput(ownReviewInput, input);
  const { row, by } = await findParticipant(ctx, bookingId);
  if (by === "professional") throw new AppError("forbidden");
  await ctx.db.transaction(async (tx) => {
    await lockBooked(tx, bookingId);
    await lockPractitioner(tx, row.professionalId);
    const standing = await findReview(tx, bookingId);
    if (!standing) throw new AppError("not_found");
    if (standing.status === "refused") throw new AppError("conflict");
    await deleteReview(tx, standing.id);
    await deriveRating(tx, row.professionalId, ctx.now());
  });
}

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
