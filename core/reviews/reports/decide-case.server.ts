import { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { answerContests, whoAnswersCase } from "../../moderation/cases/answer-contests.server.ts";
import type { CaseSide } from "../../moderation/cases/schema.ts";
import { enqueueMail, enqueueMails } from "../../notifications/enqueue-mail.server.ts";
import { lockPractitioner } from "../../occupancy/lock-practitioner.server.ts";
import type { Act } from "../../operators/acts/labels.ts";
import { recordAct, recordReading } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { deriveRating } from "../mend-ratings.server.ts";
import { yearOfRating } from "../rules.ts";
import { findReviewed, hasRated, lockReview, type Review, updateReview } from "../store.server.ts";
import { decisionInput, type OpenCase, type ReviewOutcome, type ShownCase } from "./schema.ts";
import {
  closeReports,
  findCase,
  findEmail,
  findOwner,
  hasOpenReport,
  listOpenCases as listThem,
} from "./store.server.ts";

const OUTCOMES = {
  publish: "published",
  reply: "reply_removed",
  refuse: "refused",
} as const satisfies Record<string, ReviewOutcome>;

const ACTS = {
  published: "review_published",
  reply_removed: "reply_removed",
  refused: "review_refused",
} as const satisfies Record<ReviewOutcome, Act>;

/**
 * Tells both sides and who reported it (rule: reported-reviews).
 * @throws AppError `invalid_input` also without a reply to take away, `forbidden` also to who took
 * the contested decision, `conflict` when it is so already and nobody has asked, or its author has
 * rated anew since.
 */
export async function decideCase(
  ctx: Context,
  input: z.input<typeof decisionInput>,
): Promise<void> {
  requireOperator(ctx, "assistance");
  const { reviewId, decision, basis: chosen, reason } = parseInput(decisionInput, input);
  const professionalId = await findReviewed(ctx.db, reviewId);
  if (!professionalId) throw new AppError("not_found", { message: "Cet avis n'existe pas." });
  const outcome = OUTCOMES[decision];
  const status = outcome === "refused" ? "refused" : "published";
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockPractitioner(tx, professionalId);
    const review = await lockReview(tx, reviewId);
    if (!review) throw new AppError("not_found", { message: "Cet avis n'existe pas." });
    if (outcome === "reply_removed" && review.reply === null) {
      throw new AppError("invalid_input", {
        fields: { decision: ["Cet avis n'a pas de réponse."] },
      });
    }
    const isNews = review.status !== status;
    const wasRemoved = review.replyRemovedAt !== null;
    // The reply to a refused review is not seen either way.
    const isRemoved = outcome === "refused" ? wasRemoved : outcome === "reply_removed";
    const { contested, noted } = await answerContests(ctx, tx, { reviewId }, now);
    const hasContested = (side: CaseSide) => contested.some(({ by }) => by === side);
    const isDifferent = isNews || isRemoved !== wasRemoved;
    if (!isDifferent && contested.length === 0 && !(await hasOpenReport(tx, reviewId))) {
      throw new AppError("conflict", { message: "Cet avis n'attend aucune décision." });
    }
    if (isNews && review.status === "refused") await requireOnlyRating(tx, review);
    const basis = outcome === "published" ? null : (chosen ?? null);
    const isRefused = outcome === "refused";
    const isReplyConcerned = isRemoved !== wasRemoved || hasContested("replier");
    await updateReview(tx, reviewId, {
      ...{ status, refusedBecause: isRefused ? reason : null },
      ...{ refusedBasis: isRefused ? basis : null, refusedAt: isRefused ? now : null },
      ...(isReplyConcerned && {
        replyRemovedBecause: isRemoved ? reason : null,
        replyRemovedBasis: isRemoved ? basis : null,
        replyRemovedAt: isRemoved ? now : null,
      }),
    });
    const decided = { outcome, answer: reason, basis, decidedAt: now } as const;
    const told = await closeReports(tx, reviewId, decided, contested);
    const at = now.toISOString();
    await enqueueMails(
      ctx,
      tx,
      told.map(({ reportId, email: to }) => {
        const reference = `${reportId}-${at}`;
        const mail = { kind: "report-decided" as const, reference, to };
        return { ...mail, data: { reportId } };
      }),
    );
    const ownerId = await findOwner(tx, professionalId);
    const concerned = [
      ...(isNews || hasContested("author")
        ? [{ kind: "review-decided" as const, userId: review.authorId }]
        : []),
      ...(isReplyConcerned ? [{ kind: "reply-decided" as const, userId: ownerId }] : []),
    ];
    for (const { kind, userId } of concerned) {
      const to = await findEmail(tx, userId);
      const reference = `${reviewId}-${at}`;
      if (to) await enqueueMail(ctx, tx, { kind, reference, to, data: { reviewId } });
    }
    await deriveRating(tx, professionalId, now);
    await recordAct(ctx, tx, {
      act: ACTS[outcome],
      object: { kind: "review", id: reviewId },
      ...{ personId: outcome === "reply_removed" ? ownerId : review.authorId, reason },
      before: { status: review.status, isReplyRemoved: wasRemoved },
      after: { status, isReplyRemoved: isRemoved, ...(basis && { basis }), ...noted },
    });
  });
}

/** A refused rating no longer counts, so its author may have given another. */
async function requireOnlyRating(tx: Transaction, review: Review): Promise<void> {
  if (review.rating === null) return;
  if (!(await hasRated(tx, review, yearOfRating(review.publishedAt)))) return;
  const message = "Son auteur a noté ce professionnel depuis : cet avis ne peut plus paraître.";
  throw new AppError("conflict", { message });
}

/**
 * For operators of the assistance (rule: reported-reviews).
 * @throws AppError `forbidden` to others.
 */
export async function showCase(ctx: Context, input: unknown): Promise<ShownCase> {
  requireOperator(ctx, "assistance");
  const { reviewId } = parseInput(z.object({ reviewId: z.uuid() }), input);
  const found = await findCase(ctx.db, reviewId);
  if (!found) throw new AppError("not_found", { message: "Cet avis n'existe pas." });
  await recordReading(ctx, { kind: "review", id: reviewId });
  return { ...found, answering: await whoAnswersCase(ctx, { reviewId }, found.contests) };
}

export function listOpenCases(ctx: Context): Promise<OpenCase[]> {
  return listThem(ctx.db);
}
