import { DAY } from "../../durations.ts";

export const REASON_MAX = 1_000;
/** Acts on one page of the journal. */
export const JOURNAL_PAGE = 50;
/** How long acts are kept, in milliseconds (rule: chained-acts); the trigger holds the same. */
export const ACT_LIFE = 1_825 * DAY;

/**
 * Whether an operator may answer whoever contests a decision: this one, only another who did not take
 * it, or this one because nobody else could (rule: another-decides).
 */
export type Answering = "this" | "another" | "nobody_else";

export const ANOTHER_ANSWERS =
  "Vous avez pris la première décision : une autre personne doit répondre.";
