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

/** Whether they publish nothing new until they have answered (rule: tax-details). */
export function isHeld(request: TaxRequest, now: Date): boolean {
  return request.reminders >= MOST_REMINDERS && now >= holdsFrom(request);
}
