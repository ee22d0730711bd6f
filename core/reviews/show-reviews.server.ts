import { z } from "zod";
import type { Context } from "../context.server.ts";
import { pageOf, readCursor } from "../cursor.ts";
import { parseInput } from "../parse.ts";
import { type ReviewView, showReviewsInput } from "./schema.ts";
import { listPublished } from "./store.server.ts";

const lastRead = z.object({ at: z.string().regex(/^\d{4}-\d\d-\d\d[\d .:+-]*$/), id: z.uuid() });

/**
 * Newest first (rule: reviews).
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
