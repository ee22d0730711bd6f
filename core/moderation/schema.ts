import { z } from "zod";
import { emailAddress } from "../accounts/schema.ts";
import { paragraphs, required } from "../catalogue/fields/schema.ts";
import type { SlotKind } from "../catalogue/schema.ts";
import {
  BASES,
  type Basis,
  CONTENT_REASONS,
  type ContentReason,
  MAX_CONTENT_REPORT,
  MEASURES,
  type Measure,
} from "./rules.ts";

export const contentInput = z.object({ content: z.uuid("Identifiant invalide") });

export const contentReportInput = contentInput.extend({
  /** The whole page, or its picture alone. */
  about: z.enum(["page", "picture"], "Dites ce que vous signalez").default("page"),
  reason: z.enum(CONTENT_REASONS, "Choisissez une raison"),
  text: required(paragraphs(MAX_CONTENT_REPORT)),
  goodFaith: z.literal(true, "Confirmez que vous le pensez de bonne foi"),
});

export const reporterInput = z.object({ email: emailAddress });

export const contentDecisionInput = z
  .object({
    contentId: z.uuid(),
    decision: z.enum(MEASURES, "Choisissez une mesure"),
    basis: z.enum(BASES).optional().catch(undefined),
    reason: required(paragraphs(MAX_CONTENT_REPORT)),
  })
  .refine(({ decision, basis }) => decision === "none" || basis !== undefined, {
    path: ["basis"],
    message: "Choisissez ce sur quoi la mesure se fonde",
  });

export const appealLinkInput = z.object({ token: z.string().max(200) });

export const appealInput = appealLinkInput.extend({
  text: required(paragraphs(MAX_CONTENT_REPORT)),
});

/** An offering, or a professional's page, that somebody may report. */
export interface Content {
  /** Null for a professional's page. */
  offeringId: string | null;
  professionalId: string;
  kind: SlotKind | "professional";
  title: string;
  professional: string;
  imageUrl: string | null;
}

/** Something published that waits for a decision. */
export interface OpenContentCase {
  contentId: string;
  title: string;
  professional: string;
  /** Why it waits; a contested decision before reports, and those before a correction. */
  why: ContentReason | "filter" | "contested" | "correction";
  text: string;
  since: Date;
  /** Only of a correction. */
  dueAt: Date | null;
}

/** The same as the operator who decides about it sees it. */
export interface ContentCaseView extends Content {
  /** Everything that its professional has written there. */
  texts: string[];
  /** Its owner has deleted it or closed the account: what is shown is what was reported. */
  isGone: boolean;
  isActive: boolean;
  isWithheld: boolean;
  userId: string;
  email: string;
  publishedAt: Date;
  /** Bookings to come of this offering. */
  upcoming: number;
  /** Oldest first. */
  reports: {
    reason: ContentReason | "filter";
    text: string;
    isPicture: boolean;
    email: string | null;
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
  appeals: { by: "professional" | "reporter"; text: string; askedAt: Date; isOpen: boolean }[];
}

/** A decision as one of its sides reads it before contesting it. */
export interface ContestableDecision {
  title: string;
  measure: Measure;
  basis: Basis | null;
  facts: string;
  decidedAt: Date;
  until: Date;
  side: "professional" | "reporter";
  isAsked: boolean;
}
