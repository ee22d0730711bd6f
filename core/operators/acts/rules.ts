import { DAY } from "../../durations.ts";

export const MAX_REASON = 1_000;
const REASON_MIN = 10;
export const REASON_WANTED = `Expliquez pourquoi, en deux mots et ${REASON_MIN} caractères au moins.`;

/** Says enough for whoever reads it later (rule: chained-acts). */
export function saysWhy(reason: string): boolean {
  const words = reason.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return reason.length >= REASON_MIN && words.length >= 2;
}

export const JOURNAL_PAGE = 50;
/** Milliseconds; the trigger holds the same. */
export const ACT_LIFE = 1_825 * DAY;

/** Only another may, or this one as nobody else could (rule: another-decides). */
export type Answering = "this" | "another" | "nobody_else";

export const ANOTHER_ANSWERS =
  "Vous avez pris la première décision : une autre personne doit répondre.";
