import { DAY } from "../durations.ts";

/** From telling professionals to the day of the change (rule: changed-terms). */
const TERMS_NOTICE = 15 * DAY;
export const MAX_SUMMARY = 1_000;

export function isInTime(effectiveAt: Date, now: Date): boolean {
  return effectiveAt.getTime() - now.getTime() >= TERMS_NOTICE;
}
