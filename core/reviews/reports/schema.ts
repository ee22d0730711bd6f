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
  decision: z.enum(["publish", "refuse"]),
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
}
