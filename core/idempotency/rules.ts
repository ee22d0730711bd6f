import { DAY, MINUTE, SECOND } from "../durations.ts";

/** Milliseconds for which a call's first answer is kept (rule: retry-once). */
export const ANSWER_LIFE = DAY;

/**
 * Milliseconds within which a form that came without a key and comes again is the same click: no
 * longer than a provider is waited for, with the patience of somebody who clicks twice.
 */
export const SAME_CLICK = 30 * SECOND;

/**
 * Milliseconds that a call to the provider may run: several times as long as the provider is waited
 * for. After that its process counts as dead, and the call may begin again.
 */
const LONGEST_RUN = MINUTE;

/** The stored state of a call. */
export interface KeptCall {
  bodyHash: string;
  /** Null while it runs. */
  answer: Record<string, unknown> | null;
  startedAt: Date;
}

/**
 * The outcomes for a call with a key: nothing stored, the first one still running, another body, or
 * the first answer.
 */
export type Encounter =
  | { state: "first" }
  | { state: "running" }
  | { state: "other_body" }
  | { state: "answered"; answer: Record<string, unknown> };

/**
 * Judges the stored state of a call's key.
 *
 * @param life milliseconds for which its answer is given again.
 */
export function judge(
  kept: KeptCall | null,
  bodyHash: string,
  now: Date,
  life = ANSWER_LIFE,
): Encounter {
  const age = kept ? now.getTime() - kept.startedAt.getTime() : 0;
  if (!kept || age >= life) return { state: "first" };
  if (kept.answer === null && age >= LONGEST_RUN) return { state: "first" };
  if (kept.bodyHash !== bodyHash) return { state: "other_body" };
  return kept.answer ? { state: "answered", answer: kept.answer } : { state: "running" };
}

/**
 * The canonical text of a value, for hashing: neither the order of an object's fields counts, nor a
 * field without a value.
 */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
