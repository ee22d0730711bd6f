import { addDays, dayKey, fromParis, toParis } from "../dates.ts";
import { HOUR, MINUTE } from "../durations.ts";
import type { PlanId } from "../subscriptions/rules.ts";

const AHEAD = [24 * HOUR, 3 * HOUR] as const;

const TELL_WITHIN = 3 * HOUR;

/** By the clock in Paris. */
const WAKES = 8;
const SLEEPS = 21;
/** Early enough to be tried again. */
const EVENING = "20:30";

const hourOf = (instant: Date) => Number(toParis(instant).slice(11, 13));

function atParis(day: string, time: string): Date {
  const instant = fromParis(`${day}T${time}`);
  if (!instant) throw new Error(`no ${time} on ${day}`);
  return instant;
}

export function isAwake(instant: Date): boolean {
  const hour = hourOf(instant);
  return hour >= WAKES && hour < SLEEPS;
}

/** At night the evening before. */
function beforeNight(instant: Date): Date {
  if (isAwake(instant)) return instant;
  const day = dayKey(instant);
  return atParis(hourOf(instant) < WAKES ? addDays(day, -1) : day, EVENING);
}

function morningAfter(instant: Date): Date {
  const day = dayKey(instant);
  return atParis(hourOf(instant) < WAKES ? day : addDays(day, 1), "08:00");
}

/** Null without time for one by day (rule: sms-limits). @param since booked, or number given. */
export function reminderAt(start: Date, since: Date): Date | null {
  for (const ahead of AHEAD) {
    const at = beforeNight(new Date(start.getTime() - ahead));
    if (at > since) return at;
  }
  return null;
}

export function isSoon(start: Date, now: Date): boolean {
  return start > now && start.getTime() - now.getTime() <= TELL_WITHIN;
}

const SMS_A_DAY = 5;

/** A plan without reminders tells of bookings that start soon. */
const A_MONTH: Record<PlanId, number> = { free: 30, premium: 200, expand: 1_000 };

export function monthlyCap(plan: PlanId | null): number {
  return A_MONTH[plan ?? "free"];
}

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

export interface Facts {
  kind: "reminder" | "booking-soon";
  isAlive: boolean;
  isPaid: boolean;
  start: Date;
  hasReminders: boolean;
  number: string | null;
  isStopped: boolean;
  sentToNumberToday: number;
  sentThisMonth: number;
  monthlyCap: number;
}

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

/** A row still open after that was left by a process that died. */
export const LEASE = 2 * MINUTE;
const WAITS = [MINUTE, 10 * MINUTE, 45 * MINUTE];

export function nextTry(attempts: number, now: Date): Date | null {
  const wait = WAITS[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait);
}

const ALPHABET =
  "@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const BASIC = new Set(ALPHABET);
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

/** GSM 03.38, in which ê and ç do not exist. */
export function toGsm(text: string): string {
  const letters = [...text.normalize("NFC").replace(/\s+/g, " ")].map((letter) => {
    const spelt = SPELT[letter] ?? letter;
    if ([...spelt].every((one) => BASIC.has(one) || EXTENDED.has(one))) return spelt;
    const bare = spelt.normalize("NFD").replace(/\p{M}/gu, "");
    return [...bare].every((one) => BASIC.has(one)) ? bare : "";
  });
  return letters.join("").replace(/ {2,}/g, " ");
}

export const SEGMENT = 160;

export function septets(text: string): number {
  return [...text].reduce((sum, letter) => sum + (EXTENDED.has(letter) ? 2 : 1), 0);
}
