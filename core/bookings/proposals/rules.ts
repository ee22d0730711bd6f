import { HOUR, MINUTE } from "../../durations.ts";

/** Never until less than two hours before either slot. */
const ANSWER_WITHIN = 48 * HOUR;
const ENDS_BEFORE = 2 * HOUR;
const LEAST = 15 * MINUTE;

export function expiryOf({ from, to }: { from: Date; to: Date }, now: Date): Date | null {
  const earlier = Math.min(from.getTime(), to.getTime());
  const expires = Math.min(now.getTime() + ANSWER_WITHIN, earlier - ENDS_BEFORE);
  return expires - now.getTime() < LEAST ? null : new Date(expires);
}

interface Hours {
  start: Date;
  end: Date;
}

export function overlap(one: Hours, other: Hours): boolean {
  return one.start < other.end && other.start < one.end;
}

export type ProposalState = "open" | "accepted" | "refused" | "lapsed" | "withdrawn";

/** Lapses with time, even if no job has recorded that, or with its booking or new slot. */
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
