import { z } from "zod";
import { paragraphs, required } from "../../catalogue/fields/schema.ts";
import { MAX_REPORT_LENGTH, REASONS } from "./rules.ts";

export const reportInput = z.object({
  review: z.uuid("Identifiant invalide"),
  reason: z.enum(REASONS, "Choisissez une raison"),
  text: required(paragraphs(MAX_REPORT_LENGTH)),
});

export const decisionInput = z.object({
  reviewId: z.uuid(),
  decision: z.enum(["publish", "refuse"], "Choisissez ce que devient l'avis."),
  reason: required(paragraphs(MAX_REPORT_LENGTH)),
});

/** A review that the operator has to decide on. */
export interface OpenCase {
  reviewId: string;
  status: "published" | "waiting" | "refused";
  professional: string;
  rating: number | null;
  text: string;
  /** Oldest first; none of a contested absence. */
  reports: { isDoubt: boolean; reason: string; text: string; createdAt: Date }[];
  publishedAt: Date;
}

/** A review as the operator who decides about it sees it. */
export interface CaseView {
  status: OpenCase["status"];
  rating: number | null;
  text: string;
  reply: string | null;
  refusedBecause: string | null;
  publishedAt: Date;
  offering: string;
  professionalId: string;
  professional: string;
  author: string;
  authorEmail: string;
  /** The author's other reviews, and how many of them were refused. */
  others: number;
  othersRefused: number;
  /** Oldest first; `outcome` is null while a report is open. */
  reports: {
    isDoubt: boolean;
    reason: string;
    text: string;
    createdAt: Date;
    outcome: "published" | "refused" | null;
    answer: string | null;
    /** Null of somebody without a login, who cannot be told. */
    reporter: string | null;
  }[];
}
