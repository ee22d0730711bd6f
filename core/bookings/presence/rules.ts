import { DAY, HOUR, MINUTE } from "../../durations.ts";

export const PRESENCES = ["present", "late", "absent"] as const;
export type Presence = (typeof PRESENCES)[number];

/** Contested absences do not count (rule: presence-code). */
export type PresenceCount = Record<Presence, number>;

const ABSENT_AFTER = 15 * MINUTE;
const OPENS_BEFORE = 2 * HOUR;
const CLOSES_AFTER = 2 * DAY;
/** What a client says against being noted absent (rule: presence-code). */
export const CONTESTS = ["came", "not_held"] as const;
export type Contest = (typeof CONTESTS)[number];
export const CONTEST_WITHIN = 48 * HOUR;

export const WRONG_CODES = 5;
export const CLOSED_FOR = HOUR / 1_000;
/** In an hour, over all slots of one professional. */
export const WRONG_CODES_IN_ALL = 30;

/** Null until the booking is confirmed (rule: presence-code). */
export function visibleCode(booking: {
  status: string;
  presenceCode: string | null;
}): string | null {
  return booking.status === "confirmed" ? booking.presenceCode : null;
}

export function isPresenceOpen({ start, end }: { start: Date; end: Date }, now: Date): boolean {
  const time = now.getTime();
  return time >= start.getTime() - OPENS_BEFORE && time <= end.getTime() + CLOSES_AFTER;
}

export function absentFrom({ start }: { start: Date }): Date {
  return new Date(start.getTime() + ABSENT_AFTER);
}

export const NOT_OPEN = "La présence se note de 2 h avant le début à 48 h après la fin.";

export function whyNotRecorded(
  booking: { start: Date; end: Date; presenceBy: "code" | "professional" | null },
  presence: Presence,
  now: Date,
): string | null {
  if (!isPresenceOpen(booking, now)) return NOT_OPEN;
  if (presence !== "absent") return null;
  if (now < absentFrom(booking)) {
    return "« Absent » se note à partir de 15 minutes après le début.";
  }
  return booking.presenceBy === "code" ? "Son code a été saisi : il est venu." : null;
}

export function canContest(
  booking: { presence: Presence | null; presenceAt: Date | null; contestedAt: Date | null },
  now: Date,
): boolean {
  const { presence, presenceAt, contestedAt } = booking;
  if (presence !== "absent" || !presenceAt || contestedAt) return false;
  return now.getTime() <= presenceAt.getTime() + CONTEST_WITHIN;
}
