import { type Cents, cents } from "../../money.ts";
import { ROLES, type Role } from "../../roles.ts";
import type { BookingState, CancelReason } from "../rules.ts";

/** How much each role may give for one booking in all, alone (rule: goodwill). */
const GOODWILL_LIMITS: Record<Role, Cents> = {
  assistance: cents(2_000),
  finance: cents(10_000),
  administration: cents(0),
};

/** From this amount on, in all for a payment, it takes two to note what was given back by other means. */
export const TWO_PEOPLE_FROM_CENTS = cents(10_000);

/** How much somebody with these roles may give alone. */
export function goodwillLimit(roles: readonly Role[]): Cents {
  const limits = ROLES.filter((role) => roles.includes(role)).map((role) => GOODWILL_LIMITS[role]);
  return cents(Math.max(0, ...limits));
}

/**
 * Whether no rule can owe its client anything any more, so that a gift stands beside no refund: the
 * hour has begun, or the booking was cancelled (rule: goodwill). A seller of seats waits for the hour
 * too, since the professional may still cancel it (rule: resale).
 */
export function isForGoodwill(
  booking: {
    status: BookingState;
    cancelReason: CancelReason | null;
    start: Date;
    isDisputed: boolean;
    isInReview: boolean;
  },
  now: Date,
): boolean {
  const { status, cancelReason, start, isDisputed, isInReview } = booking;
  if (isDisputed || isInReview || status === "pending") return false;
  const isCancelled = status === "cancelled" && cancelReason !== "resold";
  return isCancelled || start.getTime() <= now.getTime();
}
