import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import { readCaseDecision } from "../../moderation/cases/contest-case.server.ts";
import type { ToldDecision } from "../../moderation/cases/schema.ts";
import type { ReportReceivedMail } from "../../moderation/read-moderation-mail.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { findDecision, findOpenReport } from "./store.server.ts";

export async function readReviewReportReceivedMail(
  ctx: Context,
  { data }: QueuedMail<"review-report-received">,
): Promise<ReportReceivedMail | null> {
  const report = await findOpenReport(ctx.db, data.reportId);
  if (!report) return null;
  const contactUrl = ctx.config.appUrl + addresses.contact;
  return { title: `Avis sur ${report.professional}`, text: report.text, contactUrl };
}

export interface DecisionMail {
  professional: string;
  isPublished: boolean;
  reviewUrl: string;
  /** Null when published: nothing is to be contested. */
  refusal: ToldDecision | null;
}

export async function readDecisionMail(
  ctx: Context,
  { data }: QueuedMail<"review-decided">,
): Promise<DecisionMail | null> {
  const found = await findDecision(ctx.db, data.reviewId);
  if (!found || found.status === "waiting") return null;
  return {
    ...{ professional: found.professional, isPublished: found.status === "published" },
    reviewUrl: ctx.config.appUrl + addresses.ownReview(found.bookingId),
    refusal: await readCaseDecision(ctx, "review-author", data.reviewId),
  };
}

export interface ReplyMail {
  reviewsUrl: string;
  /** Null when it stands: nothing is to be contested. */
  removal: ToldDecision | null;
}

export async function readReplyMail(
  ctx: Context,
  { data }: QueuedMail<"reply-decided">,
): Promise<ReplyMail | null> {
  const found = await findDecision(ctx.db, data.reviewId);
  if (!found) return null;
  return {
    reviewsUrl: ctx.config.appUrl + addresses.receivedReviews,
    removal: await readCaseDecision(ctx, "reply-author", data.reviewId),
  };
}

export function readAnswerMail(
  ctx: Context,
  { data }: QueuedMail<"report-decided">,
): Promise<ToldDecision | null> {
  return readCaseDecision(ctx, "review-report", data.reportId);
}
