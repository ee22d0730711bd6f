import { newId } from "#platform/ids.server.ts";
import type { Context } from "../../context.server.ts";
import { listSuspects } from "../../moderation/titles/list-suspects.server.ts";
import { findFiltered, findReadable, insertReport } from "./store.server.ts";

/**
 * Shows found words to an operator, the same ones once; the review stands (rule: content-filter).
 */
export async function filterReview(
  ctx: Context,
  { reviewId }: { reviewId: string },
): Promise<void> {
  const review = await findReadable(ctx.db, reviewId);
  if (!review) return;
  const { professionalId, ...snapshot } = review;
  const texts = [snapshot.text, snapshot.reply ?? ""];
  const text = await listSuspects(ctx, { texts, professionalId });
  if (text === "" || (await findFiltered(ctx.db, reviewId)) === text) return;
  await insertReport(ctx.db, {
    ...{ id: newId(), reviewId, isFilter: true, isDoubt: false, reason: "other" },
    ...{ text, snapshot, createdAt: ctx.now() },
  });
}
