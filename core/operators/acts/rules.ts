import { DAY } from "../../durations.ts";

export const REASON_MAX = 1_000;
const REASON_MIN = 10;
export const REASON_WANTED = `Expliquez pourquoi, en deux mots et ${REASON_MIN} caractères au moins.`;

/** Whether somebody who reads this reason later can learn something from it (rule: chained-acts). */
export function saysWhy(reason: string): boolean {
  const words = reason.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return reason.length >= REASON_MIN && words.length >= 2;
}

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
