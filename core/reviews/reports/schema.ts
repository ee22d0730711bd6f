import { z } from "zod";
import { emailAddress } from "../../accounts/schema.ts";
import type { Contest as AbsenceContest } from "../../bookings/presence/rules.ts";
import { paragraphs, required } from "../../catalogue/fields/schema.ts";
import type { Contest } from "../../moderation/cases/schema.ts";
import { BASES } from "../../moderation/rules.ts";
import { BASIS_MISSING, GOOD_FAITH_MISSING } from "../../moderation/schema.ts";
import type { Answering } from "../../operators/acts/rules.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { MAX_REPORT_LENGTH, REASONS, type Reason } from "./rules.ts";

export const reportInput = z.object({
  review: z.uuid("Identifiant invalide"),
  /** The client's review, or the professional's reply alone. */
  about: z.enum(["review", "reply"], "Dites ce que vous signalez").default("review"),
  reason: z.enum(REASONS, "Choisissez une raison"),
  text: required(paragraphs(MAX_REPORT_LENGTH)),
  /** The address of somebody without a login who wants an answer. */
  email: z.literal("").or(emailAddress).optional(),
  // Programs that send a report declare it by sending it, as the API's document says.
  goodFaith: z.literal(true, GOOD_FAITH_MISSING).default(true),
});

export const decisionInput = z
  .object({
    reviewId: z.uuid(),
    decision: z.enum(["publish", "reply", "refuse"], "Choisissez ce que devient l'avis."),
    basis: z.enum(BASES).optional().catch(undefined),
    reason: requiredReason,
  })
  .refine(({ decision, basis }) => decision === "publish" || basis !== undefined, BASIS_MISSING);

/** The reason why a review is before the operator: somebody's, or that our filter has found words. */
export type CaseReason = Reason | "filter";

/** It and its reply are shown, it alone, or neither. */
export type ReviewOutcome = "published" | "reply_removed" | "refused";

/** A review that the operator has to decide on. */
export interface OpenCase {
  reviewId: string;
  status: "published" | "waiting" | "refused";
  /** What its author says against having been absent. */
  contestedAs: AbsenceContest | null;
  professional: string;
  rating: number | null;
  text: string;
  reply: string | null;
  /** The oldest words against a decision about it that wait for an answer. */
  contest: { text: string; contestedAt: Date } | null;
  /** Oldest first; none of a contested absence. */
  reports: {
    isDoubt: boolean;
    isReply: boolean;
    reason: CaseReason;
    text: string;
    createdAt: Date;
  }[];
  publishedAt: Date;
}

/** A review as the operator who decides about it sees it. */
export interface CaseView {
  status: OpenCase["status"];
  contestedAs: OpenCase["contestedAs"];
  rating: number | null;
  text: string;
  reply: string | null;
  /** Whether we have taken the reply away. */
  isReplyRemoved: boolean;
  refusedBecause: string | null;
  publishedAt: Date;
  offering: string;
  professionalId: string;
  professional: string;
  /** The account of the professional, who has written the reply. */
  ownerId: string;
  authorId: string;
  author: string;
  authorEmail: string;
  /** The author's other reviews, and how many of them were refused. */
  others: number;
  othersRefused: number;
  /** Oldest first; `outcome` is null while a report is open. */
  reports: {
    isDoubt: boolean;
    isReply: boolean;
    reason: CaseReason;
    text: string;
    /** The review as it was then; null of a deleted account. */
    snapshot: { text: string; reply: string | null } | null;
    createdAt: Date;
    outcome: ReviewOutcome | null;
    answer: string | null;
    /** Null of somebody without a login who has given no address, and cannot be told. */
    reporter: string | null;
  }[];
  /** Oldest first. */
  contests: Contest[];
}

/** The same with whether the operator who reads it may answer what is contested. */
export type ShownCase = CaseView & { answering: Answering };
