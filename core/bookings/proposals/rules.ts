import { HOUR, MINUTE } from "../../durations.ts";
import { refundableUntil } from "../rules.ts";

/** An answer is waited for so long at most, and never into the last two hours before either hour. */
const ANSWER_WITHIN = 48 * HOUR;
const ENDS_BEFORE = 2 * HOUR;
/** Less time than that is no time to answer in. */
const LEAST = 15 * MINUTE;

/** When a proposal lapses; null when there is no time left for an answer. */
export function expiryOf({ from, to }: { from: Date; to: Date }, now: Date): Date | null {
  const earlier = Math.min(from.getTime(), to.getTime());
  const expires = Math.min(now.getTime() + ANSWER_WITHIN, earlier - ENDS_BEFORE);
  return expires - now.getTime() < LEAST ? null : new Date(expires);
}

/**
 * Until when a booking that moves may be cancelled with a refund: never later than before, since a
 * proposal gives a right away to nobody, and never after the notice of the new hour.
 */
export function refundableOnceMoved(booking: { refundableUntil: Date }, start: Date): Date {
  return new Date(Math.min(+booking.refundableUntil, +refundableUntil(start)));
}

interface Hours {
  start: Date;
  end: Date;
}

/** Whether nobody could be at both. */
export function overlap(one: Hours, other: Hours): boolean {
  return one.start < other.end && other.start < one.end;
}

export type ProposalState = "open" | "accepted" | "refused" | "lapsed";

/**
 * The state of one client's answer. One that nobody gave in time has lapsed, even before our own
 * clock has written it down; so has one whose booking or new hour is gone.
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
