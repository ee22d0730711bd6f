import { DAY } from "../../durations.ts";

/** A request for the details that the tax office wants, with the reminders that followed. */
export interface TaxRequest {
  askedAt: Date;
  reminders: number;
}

/** Milliseconds between the request and its reminders. */
export const REMIND_EVERY = 20 * DAY;
export const MOST_REMINDERS = 2;
/** Nothing is refused sooner (directive (UE) 2021/514, annex V, section IV). */
const HOLD_AFTER = 60 * DAY;

/** When publishing ends for somebody who has given nothing, if both reminders have gone by then. */
export function holdsFrom({ askedAt }: TaxRequest): Date {
  return new Date(askedAt.getTime() + HOLD_AFTER);
}

/** Sellers are shown to operators so long before their day. */
const LOOK_BEFORE = 14 * DAY;
/** And again so long after somebody has reminded them or written down how it stands. */
const LOOK_AGAIN = 28 * DAY;

/** By when an operator is to look at it, and whether it waits for one already (rule: tax-details). */
export function nextLook(
  request: TaxRequest & { lookedAt: Date | null },
  now: Date,
): { dueAt: Date; isWaiting: boolean } {
  const again = request.lookedAt ? request.lookedAt.getTime() + LOOK_AGAIN : 0;
  const dueAt = new Date(Math.max(holdsFrom(request).getTime(), again));
  return { dueAt, isWaiting: dueAt.getTime() - now.getTime() <= LOOK_BEFORE };
}

/** Whether they publish nothing new until they have answered (rule: tax-details). */
export function isHeld(request: TaxRequest, now: Date): boolean {
  return request.reminders >= MOST_REMINDERS && now >= holdsFrom(request);
}
