import type { z } from "zod";
import { findParticipant } from "../bookings/find-participant.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { lockPractitioner } from "../occupancy/lock-practitioner.server.ts";
import { parseInput } from "../parse.ts";
import { deriveRating } from "./derive-rating.server.ts";
import { ownReviewInput } from "./schema.ts";
import { deleteReview, findReview, lockBooked } from "./store.server.ts";

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
