import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { findAnswer, findDecision } from "./store.server.ts";

/** The data of the mail to the author of a review that was decided on. */
export interface DecisionMail {
  professional: string;
  isPublished: boolean;
  /** Empty when it is published. */
  reason: string;
  reviewUrl: string;
  contactUrl: string;
}

/** Null once the review is gone, or waits again. */
export async function readDecisionMail(
  ctx: Context,
  { data }: QueuedMail<"review-decided">,
): Promise<DecisionMail | null> {
  const found = await findDecision(ctx.db, data.reviewId);
  if (!found || found.status === "waiting") return null;
  const { appUrl } = ctx.config;
  return {
    ...{ professional: found.professional, isPublished: found.status === "published" },
    reason: found.refusedBecause ?? "",
    reviewUrl: appUrl + addresses.ownReview(found.bookingId),
    contactUrl: appUrl + addresses.contact,
  };
}

/** The data of the mail to somebody who has reported a review. */
export interface AnswerMail {
  professional: string;
  outcome: "published" | "refused";
  answer: string;
  contactUrl: string;
}

/** Null once the report is gone. */
export async function readAnswerMail(
  ctx: Context,
  { data }: QueuedMail<"report-decided">,
): Promise<AnswerMail | null> {
  const found = await findAnswer(ctx.db, data.reportId);
  return found && { ...found, contactUrl: ctx.config.appUrl + addresses.contact };
}
