import { z } from "zod";
import { emailAddress } from "../../accounts/schema.ts";
import type { Contest as AbsenceContest } from "../../bookings/presence/rules.ts";
import { paragraphs, required } from "../../catalogue/fields/schema.ts";
import type { Contest } from "../../moderation/cases/schema.ts";
import { BASES } from "../../moderation/rules.ts";
import { BASIS_MISSING, GOOD_FAITH_MISSING } from "../../moderation/schema.ts";
import type { Answering } from "../../operators/acts/rules.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { MAX_REPORT_LENGTH, REASONS, type Reason } from "../rules.ts";

export const reportInput = z.object({
  review: z.uuid("Identifiant invalide"),
  about: z.enum(["review", "reply"], "Dites ce que vous signalez").default("review"),
  reason: z.enum(REASONS, "Choisissez une raison"),
  text: required(paragraphs(MAX_REPORT_LENGTH)),
  /** Of somebody without a login who wants an answer. */
  email: z.literal("").or(emailAddress).optional(),
  // A program declares it by sending the report, as the API's document says.
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

/** Somebody's, or that our filter has found words. */
export type CaseReason = Reason | "filter";

export type ReviewOutcome = "published" | "reply_removed" | "refused";

export interface OpenCase {
  reviewId: string;
  status: "published" | "waiting" | "refused";
  contestedAs: AbsenceContest | null;
  professional: string;
  rating: number | null;
  text: string;
  reply: string | null;
  /** The oldest that waits for an answer. */
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

export interface CaseView {
  status: OpenCase["status"];
  contestedAs: OpenCase["contestedAs"];
  rating: number | null;
  text: string;
  reply: string | null;
  /** By us. */
  isReplyRemoved: boolean;
  refusedBecause: string | null;
  publishedAt: Date;
  offering: string;
  professionalId: string;
  professional: string;
  /** Of the professional, who has written the reply. */
  ownerId: string;
  authorId: string;
  author: string;
  authorEmail: string;
  /** Of the author, and how many were refused. */
  others: number;
  othersRefused: number;
  /** Oldest first; `outcome` is null while a report is open. */
  reports: {
    isDoubt: boolean;
    isReply: boolean;
    reason: CaseReason;
    text: string;
    /** Null of a deleted account. */
    snapshot: { text: string; reply: string | null } | null;
    createdAt: Date;
    outcome: ReviewOutcome | null;
    answer: string | null;
    /** Null without a login and an address, who cannot be told. */
    reporter: string | null;
  }[];
  contests: Contest[];
}

export type ShownCase = CaseView & { answering: Answering };
