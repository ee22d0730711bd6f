import { agenda, callOffPeriod } from "./addresses.ts";

/* Kept apart, since site/addresses.ts is in the script of every page, whose weight has a limit. */

export const schedule = (offeringId: string) => `${agenda}/rythme/${offeringId}`;
export const scheduleFrom = (offeringId: string, slotId: string) =>
  `${schedule(offeringId)}?creneau=${slotId}`;
/** Between two wall clocks in Paris, « 2026-11-20T18:00 ». */
export const callOffBetween = (from: string, to: string) =>
  `${callOffPeriod}?periode=autre&du=${from}&au=${to}`;
