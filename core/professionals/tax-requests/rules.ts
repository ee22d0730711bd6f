import { DAY } from "../../durations.ts";

export interface TaxRequest {
  askedAt: Date;
  reminders: number;
}

/** Milliseconds. */
export const REMIND_EVERY = 20 * DAY;
export const MAX_REMINDERS = 2;
/** Nothing is refused sooner (directive (UE) 2021/514, annex V, section IV). */
const HOLD_AFTER = 60 * DAY;

/** Publishing ends then, if both reminders have gone by. */
export function holdsFrom({ askedAt }: TaxRequest): Date {
  return new Date(askedAt.getTime() + HOLD_AFTER);
}

/** Shown to operators so long before their day. */
const LOOK_BEFORE = 14 * DAY;
/** And again so long after an operator has dealt with them. */
const LOOK_AGAIN = 28 * DAY;

/** When an operator is to look, and whether it is time already (rule: tax-details). */
export function nextLook(request: TaxRequest & { lookedAt: Date | null }, now: Date) {
  const again = request.lookedAt ? request.lookedAt.getTime() + LOOK_AGAIN : 0;
  const dueAt = new Date(Math.max(holdsFrom(request).getTime(), again));
  return { dueAt, isWaiting: dueAt.getTime() - now.getTime() <= LOOK_BEFORE };
}

export function isHeld(request: TaxRequest, now: Date): boolean {
  return request.reminders >= MAX_REMINDERS && now >= holdsFrom(request);
}
