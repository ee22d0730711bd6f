import { z } from "zod";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import type { ReviewView } from "./schema.ts";
import { listPublished } from "./store.server.ts";

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
