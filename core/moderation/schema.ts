import { z } from "zod";
import { emailAddress } from "../accounts/schema.ts";
import { paragraphs, required } from "../catalogue/fields/schema.ts";
import type { SlotKind } from "../catalogue/schema.ts";
import type { Answering } from "../operators/acts/rules.ts";
import { requiredReason } from "../operators/acts/schema.ts";
import {
  BASES,
  type Basis,
  CONTENT_REASONS,
  type ContentReason,
  MAX_CONTENT_REPORT,
  MEASURES,
  type Measure,
  type Origin,
} from "./rules.ts";

export const GOOD_FAITH_MISSING = "Confirmez que vous le pensez de bonne foi";
export const BASIS_MISSING = {
  path: ["basis"],
  message: "Choisissez ce sur quoi la mesure se fonde",
};

export const contentInput = z.object({ content: z.uuid("Identifiant invalide") });

export const contentReportInput = contentInput.extend({
  about: z.enum(["page", "picture"], "Dites ce que vous signalez").default("page"),
  reason: z.enum(CONTENT_REASONS, "Choisissez une raison"),
  text: required(paragraphs(MAX_CONTENT_REPORT)),
  goodFaith: z.literal(true, GOOD_FAITH_MISSING),
});

export const reporterInput = z.object({ email: emailAddress });

export const contentDecisionInput = z
  .object({
    contentId: z.uuid(),
    decision: z.enum(MEASURES, "Choisissez une mesure"),
    basis: z.enum(BASES).optional().catch(undefined),
    reason: requiredReason,
  })
  .refine(({ decision, basis }) => decision === "none" || basis !== undefined, BASIS_MISSING);

export const appealLinkInput = z.object({ token: z.string().max(200) });

export const appealInput = appealLinkInput.extend({
  text: required(paragraphs(MAX_CONTENT_REPORT)),
});

export interface Content {
  /** Null for a professional's page. */
  offeringId: string | null;
  professionalId: string;
  kind: SlotKind | "professional";
  title: string;
  professional: string;
  imageUrl: string | null;
}

export interface OpenContentCase {
  contentId: string;
  title: string;
  professional: string;
  /** A contested decision has a line of its own beside the reports. */
  why: ContentReason | "filter" | "contested" | "correction";
  text: string;
  since: Date;
  dueAt: Date | null;
}

export interface Published extends Content {
  texts: string[];
  /** Shown as it was reported, since its owner has deleted it or closed the account. */
  isGone: boolean;
  isActive: boolean;
  isWithheld: boolean;
  userId: string;
  email: string;
  publishedAt: Date;
}

export interface ContentCaseView extends Published {
  upcoming: number;
  /** Oldest first. */
  reports: {
    reason: ContentReason | "filter";
    text: string;
    isPicture: boolean;
    email: string | null;
    /** Null once their owner's account is deleted. */
    before: string[] | null;
    createdAt: Date;
    isOpen: boolean;
  }[];
  decisions: {
    measure: Measure;
    basis: Basis | null;
    facts: string;
    decidedAt: Date;
    dueAt: Date | null;
  }[];
  answering: Answering;
  appeals: { by: "professional" | "reporter"; text: string; askedAt: Date; isOpen: boolean }[];
}

export interface ContestableDecision {
  title: string;
  measure: Measure;
  basis: Basis | null;
  facts: string;
  origin: Origin;
  decidedAt: Date;
  until: Date;
  side: "professional" | "reporter";
  isAsked: boolean;
}
