import type { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { enqueueMail, enqueueMails } from "../../notifications/enqueue-mail.server.ts";
import { lockPractitioner } from "../../occupancy/lock-practitioner.server.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { deriveRating } from "../derive-rating.server.ts";
import { yearOfRating } from "../rules.ts";
import { findReviewed, hasRated, lockReview, type Review, updateReview } from "../store.server.ts";
import { decisionInput } from "./schema.ts";
import { closeReports, findEmail, hasOpenReport } from "./store.server.ts";

/**
 * Publishes a review or refuses it, with the reason that its author and those who reported it are
 * told (rule: reported-reviews). For operators of the assistance.
 *
 * @throws AppError `invalid_input`, `not_found`, `forbidden`, `conflict` when it is so already and nobody has
 * asked, or its author has rated the professional anew since it was refused.
 */
export async function decideCase(
  ctx: Context,
  input: z.input<typeof decisionInput>,
): Promise<void> {
  requireOperator(ctx, "assistance");
  const { reviewId, decision, reason } = parseInput(decisionInput, input);
  const professionalId = await findReviewed(ctx.db, reviewId);
  if (!professionalId) throw new AppError("not_found", { message: "Cet avis n'existe pas." });
  const outcome = decision === "refuse" ? "refused" : "published";
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockPractitioner(tx, professionalId);
    const review = await lockReview(tx, reviewId);
    if (!review) throw new AppError("not_found", { message: "Cet avis n'existe pas." });
    const isNews = review.status !== outcome;
    if (!isNews && !(await hasOpenReport(tx, reviewId))) {
      throw new AppError("conflict", { message: "Cet avis n'attend aucune décision." });
    }
    if (isNews && review.status === "refused") await requireOnlyRating(tx, review);
    const refusedBecause = outcome === "refused" ? reason : null;
    await updateReview(tx, reviewId, { status: outcome, refusedBecause });
    const told = await closeReports(tx, reviewId, { outcome, answer: reason, decidedAt: now });
    await enqueueMails(
      ctx,
      tx,
      told.map(({ reportId, email: to }) => {
        const mail = { kind: "report-decided" as const, reference: reportId, to };
        return { ...mail, data: { reportId } };
      }),
    );
    const to = isNews ? await findEmail(tx, review.authorId) : null;
    if (to) {
      const reference = `${reviewId}-${now.toISOString()}`;
      await enqueueMail(ctx, tx, { kind: "review-decided", reference, to, data: { reviewId } });
    }
    await deriveRating(tx, professionalId, now);
    await recordAct(ctx, tx, {
      act: outcome === "refused" ? "review_refused" : "review_published",
      object: { kind: "review", id: reviewId },
      ...{ personId: review.authorId, reason },
      ...{ before: { status: review.status }, after: { status: outcome } },
    });
  });
}

/** A refused rating no longer counts, so that its author may have given another. */
async function requireOnlyRating(tx: Transaction, review: Review): Promise<void> {
  if (review.rating === null) return;
  if (!(await hasRated(tx, review, yearOfRating(review.publishedAt)))) return;
  const message = "Son auteur a noté ce professionnel depuis : cet avis ne peut plus paraître.";
  throw new AppError("conflict", { message });
}
