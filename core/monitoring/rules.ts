import { DAY, HOUR, MINUTE } from "../durations.ts";

/** The smallest UUID version 7 of this instant. */
export function firstIdOf(instant: Date): string {
  const hex = instant.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** The runbook's table of alerts has the same (docs/operations.md). */
export const THRESHOLDS = {
  jobs_due_oldest_seconds: 120,
  jobs_failed: 0,
  mails_waiting_oldest_seconds: 900,
  mails_given_up: 0,
  stripe_events_waiting_oldest_seconds: 300,
  refunds_unsettled_oldest_seconds: 3_600,
  payments_in_review: 0,
  payments_disputed: 0,
} as const;
export type Measured = keyof typeof THRESHOLDS;

/** In milliseconds, with some grace. */
export const RHYTHMS = {
  reconciled: 5 * MINUTE,
  /** `cli check`, hourly. */
  checked: 2 * HOUR,
  /** `cli backup`, nightly. */
  backed_up: 26 * HOUR,
  drilled: 32 * DAY,
} as const;
export type Repeated = keyof typeof RHYTHMS;

export const NOTED = ["checked", "backed_up", "drilled"] as const;
export type Noted = (typeof NOTED)[number];

export type Asked = "provider" | "unreadable";

/** `watch`: never seen to happen. */
export type Health = "good" | "watch" | "act";

export function judgeMeasured(name: Measured, value: number): Health {
  return value > THRESHOLDS[name] ? "act" : "good";
}

export function judgeAsked(faults: number | null): Health {
  return faults === 0 ? "good" : "act";
}

/** @param faults the number that `check` found, when there is one. */
export function judgeRepeated(
  name: Repeated,
  { at, faults }: { at: Date | null; faults: number },
  now: Date,
): Health {
  if (faults > 0) return "act";
  if (at === null) return "watch";
  return now.getTime() - at.getTime() > RHYTHMS[name] ? "act" : "good";
}

export interface HealthLine {
  id: Measured | Repeated | Asked;
  state: Health;
  /** Things or seconds; null of what is known by its time alone. */
  value: number | null;
  at: Date | null;
}
