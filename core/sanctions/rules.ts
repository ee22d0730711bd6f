import { DAY } from "../durations.ts";
import { APPEAL_TIME, BASES } from "../moderation/rules.ts";

export const SANCTIONS = ["suspended", "ended"] as const;
export type Sanction = (typeof SANCTIONS)[number];

/** The grounds of a decision about an account: those of what is published, and three of its own. */
export const ACCOUNT_BASES = [...BASES, "fraud", "forgery", "order"] as const;
export type AccountBasis = (typeof ACCOUNT_BASES)[number];

/** How we came to know of the facts (règlement (UE) 2022/2065, article 17, 3, b and c). */
export const SOURCES = ["told", "looked"] as const;
export type Source = (typeof SOURCES)[number];

/** The only reasons for which an end does not wait (règlement (UE) 2019/1150, article 4, 4). */
export const URGENCIES = ["law", "fraud", "repeated"] as const;
export type Urgency = (typeof URGENCIES)[number];

/** The fate of what is booked: clients may choose, or all is refunded at once. */
export const BOOKED = ["kept", "refunded"] as const;
export type Booked = (typeof BOOKED)[number];

/** Milliseconds from the notice to the end of a relationship (rule: ending-notice). */
export const ENDING_NOTICE = 30 * DAY;

/** The end of a relationship: thirty days on, or at once where the law allows it. */
export function endOf(urgency: Urgency | null, now: Date): Date {
  return urgency ? now : new Date(now.getTime() + ENDING_NOTICE);
}

/** Until when a decision can be contested. */
export function contestableUntil(decidedAt: Date): Date {
  return new Date(decidedAt.getTime() + APPEAL_TIME);
}

/** Whether somebody contests a decision and was not answered. */
export function isWaiting({
  contestedAt,
  answeredAt,
}: {
  contestedAt: Date | null;
  answeredAt: Date | null;
}): boolean {
  return contestedAt !== null && answeredAt === null;
}
