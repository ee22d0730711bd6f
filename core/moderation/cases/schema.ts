import type { Basis, Origin } from "../rules.ts";

/** A decision about a review or a message, as one of its sides was told it. */
export interface CaseDecision {
  side: CaseSide;
  reviewId: string | null;
  letterId: string | null;
  /** The report whose author contests; null for an author of what was decided about. */
  reportId: string | null;
  outcome: CaseOutcome;
  /** The business that the review or message is about or from. */
  professional: string;
  basis: Basis | null;
  facts: string;
  origin: Origin;
  decidedAt: Date;
}

/** Where a page of its own side contests a decision, as by the link of its mail. */
export interface OwnAppeal {
  path: string;
  isAsked: boolean;
}

/** The same as a mail tells it, with how it can be contested. */
export interface ToldDecision extends CaseDecision {
  /** Who had contested the decision that it replaces; nobody where it is the first. */
  answers: readonly CaseSide[];
  until: Date;
  contestUrl: string;
}

export type CaseOutcome = "published" | "refused" | "reply_removed" | "kept" | "removed";

/** The author of a review or message, that of the reply to a review, or of a report. */
export type CaseSide = "author" | "replier" | "reporter";

/** A side that has contested a decision, and its report where it is a reporter's. */
export interface Contester {
  by: CaseSide;
  reportId: string | null;
}

/** Somebody's words against a decision. */
export interface Contest {
  by: CaseSide;
  text: string;
  /** When what is contested was decided. */
  decidedAt: Date;
  contestedAt: Date;
  isOpen: boolean;
}

/** A review or a message. */
export type CaseSubject = { reviewId: string } | { letterId: string };
