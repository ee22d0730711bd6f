import { addDays, dayKey, fromParis, toParis } from "../dates.ts";
import { HOUR, MINUTE } from "../durations.ts";
import type { PlanId } from "../subscriptions/rules.ts";

/** How long before the start a reminder goes: a day, or three hours for whoever books later. */
const AHEAD = [24 * HOUR, 3 * HOUR] as const;

/** A booking that starts so soon reaches its professional at once. */
const SOON = 3 * HOUR;

/** Nothing goes at night, by the clock in Paris. */
const WAKES = 8;
const SLEEPS = 21;
/** A message that would go at night goes the evening before, early enough to be tried again. */
const EVENING = "20:30";

const hourOf = (instant: Date) => Number(toParis(instant).slice(11, 13));

function atParis(day: string, time: string): Date {
  const instant = fromParis(`${day}T${time}`);
  if (!instant) throw new Error(`no ${time} on ${day}`);
  return instant;
}

/** Whether a text message may arrive now. */
export function isAwake(instant: Date): boolean {
  const hour = hourOf(instant);
  return hour >= WAKES && hour < SLEEPS;
}

/** The same instant by day; at night the evening before it. */
function beforeNight(instant: Date): Date {
  if (isAwake(instant)) return instant;
  const day = dayKey(instant);
  return atParis(hourOf(instant) < WAKES ? addDays(day, -1) : day, EVENING);
}

/** The morning after a night. */
function morningAfter(instant: Date): Date {
  const day = dayKey(instant);
  return atParis(hourOf(instant) < WAKES ? day : addDays(day, 1), "08:00");
}

/**
 * When the reminder of a slot is due (rule: sms-limits).
 *
 * @param since when it was booked, or the number given; what would have been due before is too late.
 * @returns null when there is no time left for one by day.
 */
export function reminderAt(start: Date, since: Date): Date | null {
  for (const ahead of AHEAD) {
    const at = beforeNight(new Date(start.getTime() - ahead));
    if (at > since) return at;
  }
  return null;
}

/** Whether a booking starts so soon that its professional is told by a text message. */
export function isSoon(start: Date, now: Date): boolean {
  return start > now && start.getTime() - now.getTime() <= SOON;
}

const SMS_A_DAY = 5;

/** Text messages a month under each plan; a plan without reminders tells of bookings that start soon. */
const A_MONTH: Record<PlanId, number> = { free: 30, premium: 200, expand: 1_000 };

export function monthlyCap(plan: PlanId | null): number {
  return A_MONTH[plan ?? "free"];
}

/** The reasons for which a text message is given up. */
export type WhyNot =
  | "dead"
  | "past"
  | "free"
  | "plan"
  | "no number"
  | "stopped"
  | "day is full"
  | "month is full"
  | "night"
  | "refused"
  | "not taken"
  | "unknown";

/** Everything that decides whether a text message goes, read at the moment at which it would. */
export interface Facts {
  kind: "reminder" | "booking-soon";
  /** Whether its booking is confirmed. */
  isAlive: boolean;
  isPaid: boolean;
  start: Date;
  /** Whether the professional's plan contains reminders. */
  hasReminders: boolean;
  /** The mobile that was given for it. */
  number: string | null;
  /** Whether that number wants none. */
  isStopped: boolean;
  sentToNumberToday: number;
  sentThisMonth: number;
  monthlyCap: number;
}

/** Whether it goes now, at another time, or never. */
export function judge(facts: Facts, now: Date): "now" | { later: Date } | { never: WhyNot } {
  if (!facts.isAlive) return { never: "dead" };
  if (facts.start <= now) return { never: "past" };
  if (!facts.isPaid) return { never: "free" };
  if (facts.kind === "reminder") {
    if (!facts.hasReminders) return { never: "plan" };
    // The slot was moved to a later hour after this was written.
    const due = beforeNight(new Date(facts.start.getTime() - AHEAD[0]));
    if (due > now) return { later: due };
  }
  if (facts.number === null) return { never: "no number" };
  if (facts.isStopped) return { never: "stopped" };
  if (!isAwake(now)) {
    const morning = morningAfter(now);
    const isInTime = facts.start.getTime() - morning.getTime() >= HOUR;
    return facts.kind === "reminder" && isInTime ? { later: morning } : { never: "night" };
  }
  if (facts.sentToNumberToday >= SMS_A_DAY) return { never: "day is full" };
  if (facts.sentThisMonth >= facts.monthlyCap) return { never: "month is full" };
  return "now";
}

/** How long a try may take; a row that is still open afterwards was left by a process that died. */
export const LEASE = 2 * MINUTE;
/** The waits after a try that the provider did not take; then it is given up. */
const WAITS = [MINUTE, 10 * MINUTE, 45 * MINUTE];

/** When a message that was not taken is tried again; null once it was tried often enough. */
export function nextTry(attempts: number, now: Date): Date | null {
  const wait = WAITS[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait);
}

const ALPHABET =
  "@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const BASIC = new Set(ALPHABET);
/** Each of these counts for two. */
const EXTENDED = new Set("^{}\\[~]|€");
const SPELT: Record<string, string> = {
  "’": "'",
  "‘": "'",
  "«": '"',
  "»": '"',
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
  "…": "...",
  œ: "oe",
  Œ: "OE",
};

/** The same words in the alphabet of text messages (GSM 03.38), in which ê and ç do not exist. */
export function toGsm(text: string): string {
  const letters = [...text.normalize("NFC").replace(/\s+/g, " ")].map((letter) => {
    const spelt = SPELT[letter] ?? letter;
    if ([...spelt].every((one) => BASIC.has(one) || EXTENDED.has(one))) return spelt;
    const bare = spelt.normalize("NFD").replace(/\p{M}/gu, "");
    return [...bare].every((one) => BASIC.has(one)) ? bare : "";
  });
  return letters.join("").replace(/ {2,}/g, " ");
}

/** One segment holds 160. */
export const SEGMENT = 160;

/** The length of a text in the alphabet of text messages. */
export function septets(text: string): number {
  return [...text].reduce((sum, letter) => sum + (EXTENDED.has(letter) ? 2 : 1), 0);
}
