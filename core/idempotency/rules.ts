/** How long the first answer of a call is kept for who asks again (milliseconds). */
export const ANSWER_LIFE = 24 * 3_600_000;

/**
 * How long a call that asks the provider may run (milliseconds): longer than the provider is waited
 * for, several times. After that its process is taken for dead, and the call may begin again.
 */
const LONGEST_RUN = 60_000;

/** What is kept of a call. */
export interface KeptCall {
  bodyHash: string;
  /** Null while it runs. */
  answer: Record<string, unknown> | null;
  startedAt: Date;
}

/** What a call meets that came with a key: nothing to go by, its own first run, or that one's answer. */
export type Encounter =
  | { state: "first" }
  | { state: "running" }
  | { state: "other_body" }
  | { state: "answered"; answer: Record<string, unknown> };

/** Judges what is kept under a call's key. */
export function judge(kept: KeptCall | null, bodyHash: string, now: Date): Encounter {
  const age = kept ? now.getTime() - kept.startedAt.getTime() : 0;
  if (!kept || age >= ANSWER_LIFE) return { state: "first" };
  if (kept.answer === null && age >= LONGEST_RUN) return { state: "first" };
  if (kept.bodyHash !== bodyHash) return { state: "other_body" };
  return kept.answer ? { state: "answered", answer: kept.answer } : { state: "running" };
}

/**
 * The text of a value whose hash tells it from others: the order in which an object names its fields
 * does not count, nor a field without a value.
 */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
