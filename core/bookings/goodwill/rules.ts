import { type Cents, cents } from "../../money.ts";
import { ROLES, type Role } from "../../roles.ts";
import type { BookingState } from "../rules.ts";

/** How much each role may give for one booking in all, alone (rule: goodwill). */
const GOODWILL_LIMITS: Record<Role, Cents> = {
  assistance: cents(2_000),
  finance: cents(10_000),
  administration: cents(0),
};

/** How much somebody with these roles may give alone. */
export function goodwillLimit(roles: readonly Role[]): Cents {
  const limits = ROLES.filter((role) => roles.includes(role)).map((role) => GOODWILL_LIMITS[role]);
  return cents(Math.max(0, ...limits));
}

/**
 * Whether no rule can owe its client anything any more, so that a gift stands beside no refund: the
 * hour has begun, or the booking was cancelled (rule: goodwill).
 */
export function isForGoodwill(
  booking: { status: BookingState; start: Date; isDisputed: boolean; isInReview: boolean },
  now: Date,
): boolean {
  if (booking.isDisputed || booking.isInReview || booking.status === "pending") return false;
  return booking.status === "cancelled" || booking.start.getTime() <= now.getTime();
}
