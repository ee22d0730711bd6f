import { HOUR, MINUTE } from "../../durations.ts";

/** Clients have this long to answer, but never until less than two hours before either slot. */
const ANSWER_WITHIN = 48 * HOUR;
const ENDS_BEFORE = 2 * HOUR;
/** A proposal that leaves less time than this for an answer is refused. */
const LEAST = 15 * MINUTE;

/** The time at which a proposal lapses; null if there is no time left for an answer. */
export function expiryOf({ from, to }: { from: Date; to: Date }, now: Date): Date | null {
  const earlier = Math.min(from.getTime(), to.getTime());
  const expires = Math.min(now.getTime() + ANSWER_WITHIN, earlier - ENDS_BEFORE);
  return expires - now.getTime() < LEAST ? null : new Date(expires);
}

interface Hours {
  start: Date;
  end: Date;
}

/** Whether two slots overlap, so that nobody could be at both. */
export function overlap(one: Hours, other: Hours): boolean {
  return one.start < other.end && other.start < one.end;
}

export type ProposalState = "open" | "accepted" | "refused" | "lapsed" | "withdrawn";

/**
 * The state of one client's answer. It has lapsed once its time is over, even if no job has
 * recorded that yet, and if its booking or the new slot is gone.
 */
export function proposalState(
  answer: {
    answer: Exclude<ProposalState, "open"> | null;
    expiresAt: Date;
    isBooked: boolean;
    isOffered: boolean;
  },
  now: Date,
): ProposalState {
  if (answer.answer) return answer.answer;
  return answer.expiresAt > now && answer.isBooked && answer.isOffered ? "open" : "lapsed";
}
