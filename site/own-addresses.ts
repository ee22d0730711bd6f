import { agenda, callOffPeriod } from "./addresses.ts";

/*
 * Addresses that only professionals need. The others are in the script of every page, whose weight
 * has a limit.
 */

/** When one of one's own offerings comes again; the other from one of its slots. */
export const schedule = (offeringId: string) => `${agenda}/rythme/${offeringId}`;
export const scheduleFrom = (offeringId: string, slotId: string) =>
  `${schedule(offeringId)}?creneau=${slotId}`;
/** Calls off what is booked between two wall clocks in Paris, « 2026-11-20T18:00 ». */
export const callOffBetween = (from: string, to: string) =>
  `${callOffPeriod}?periode=autre&du=${from}&au=${to}`;
