import { DAY } from "../durations.ts";

/** Days from telling professionals that the terms change to the day on which they do (rule: changed-terms). */
const TERMS_NOTICE = 15 * DAY;
export const SUMMARY_MAX = 1_000;

/** Whether professionals are told in time of terms that hold from that instant. */
export function isInTime(effectiveAt: Date, now: Date): boolean {
  return effectiveAt.getTime() - now.getTime() >= TERMS_NOTICE;
}
