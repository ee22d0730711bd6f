import { type Cents, cents } from "../../money.ts";
import { ROLES, type Role } from "../../roles.ts";
import type { BookingState, CancelReason } from "../rules.ts";

/** Limits per booking in all, alone (rule: goodwill). */
const GOODWILL_LIMITS: Record<Role, Cents> = {
  assistance: cents(2_000),
  finance: cents(10_000),
  administration: cents(0),
};

/** More than one's own limit, together with what was given before (rule: goodwill). */
export function needsSecondPerson(
  roles: readonly Role[],
  { given, amount }: { given: Cents; amount: Cents },
): boolean {
  return given + amount > goodwillLimit(roles);
}

export function goodwillLimit(roles: readonly Role[]): Cents {
  const limits = ROLES.filter((role) => roles.includes(role)).map((role) => GOODWILL_LIMITS[role]);
  return cents(Math.max(0, ...limits));
}

/** Tells whether no rule can owe anything more (rules: goodwill, resale). */
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
