import { DAY } from "../durations.ts";
import { APPEAL_TIME, BASES } from "../moderation/rules.ts";

export const SANCTIONS = ["suspended", "ended"] as const;
export type Sanction = (typeof SANCTIONS)[number];

export const ACCOUNT_BASES = [...BASES, "fraud", "forgery", "order"] as const;
export type AccountBasis = (typeof ACCOUNT_BASES)[number];

/** Règlement (UE) 2022/2065, article 17, 3, b and c. */
export const SOURCES = ["told", "looked"] as const;
export type Source = (typeof SOURCES)[number];

/** Règlement (UE) 2019/1150, article 4, 4: only these do not wait. */
export const URGENCIES = ["law", "fraud", "repeated"] as const;
export type Urgency = (typeof URGENCIES)[number];

export const BOOKED = ["kept", "refunded"] as const;
export type Booked = (typeof BOOKED)[number];

/** In milliseconds (rule: ending-notice). */
export const ENDING_NOTICE = 30 * DAY;

export function endOf(urgency: Urgency | null, now: Date): Date {
  return urgency ? now : new Date(now.getTime() + ENDING_NOTICE);
}

export function contestableUntil(decidedAt: Date): Date {
  return new Date(decidedAt.getTime() + APPEAL_TIME);
}

export function isWaiting({
  contestedAt,
  answeredAt,
}: {
  contestedAt: Date | null;
  answeredAt: Date | null;
}): boolean {
  return contestedAt !== null && answeredAt === null;
}
