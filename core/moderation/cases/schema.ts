import type { Basis, Origin } from "../rules.ts";

export interface CaseDecision {
  side: CaseSide;
  reviewId: string | null;
  letterId: string | null;
  /** Null for an author of what was decided about. */
  reportId: string | null;
  outcome: CaseOutcome;
  professional: string;
  basis: Basis | null;
  facts: string;
  origin: Origin;
  decidedAt: Date;
}

export interface OwnAppeal {
  path: string;
  isAsked: boolean;
}

export interface ToldDecision extends CaseDecision {
  /** Empty where the decision is the first. */
  answers: readonly CaseSide[];
  until: Date;
  contestUrl: string;
}

export type CaseOutcome = "published" | "refused" | "reply_removed" | "kept" | "removed";

export type CaseSide = "author" | "replier" | "reporter";

export interface Contester {
  by: CaseSide;
  reportId: string | null;
}

export interface Contest {
  by: CaseSide;
  text: string;
  decidedAt: Date;
  contestedAt: Date;
  isOpen: boolean;
}

export type CaseSubject = { reviewId: string } | { letterId: string };
