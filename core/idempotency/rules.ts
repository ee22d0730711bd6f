import { DAY, MINUTE, SECOND } from "../durations.ts";

/** In milliseconds (rule: retry-once). */
export const ANSWER_LIFE = DAY;

/** Milliseconds within which a form without a key that comes again is the same click. */
export const SAME_CLICK = 30 * SECOND;

/** In milliseconds; then its process counts as dead, and the call may begin again. */
const LONGEST_RUN = MINUTE;

export interface KeptCall {
  bodyHash: string;
  answer: Record<string, unknown> | null;
  startedAt: Date;
}

export type Encounter =
  | { state: "first" }
  | { state: "running" }
  | { state: "other_body" }
  | { state: "answered"; answer: Record<string, unknown> };

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

/** Ignores the order of fields, and fields without a value. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
