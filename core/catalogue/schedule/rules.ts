import {
  addDays,
  dayKey,
  fromParis,
  toParis,
  WEEKDAYS,
  type Weekday,
  weekdayOf,
} from "../../dates.ts";
import { MINUTE } from "../../durations.ts";
import type { Recurrence } from "../schema.ts";

/** Slots are made this far ahead: eight weeks (rule: slots-ahead). */
export const HORIZON_DAYS = 56;

/** One hour on some days of the week, by the clock in Paris. */
export interface ScheduleRule {
  /** 1 is Monday, 7 is Sunday. */
  weekdays: readonly number[];
  /** « 18:30 » */
  starts: string;
  /** The first day and the last, both included; null without an end. */
  fromDay: string;
  untilDay: string | null;
  /** Its slots may be at the same time as others of the professional (rule: one-place). */
  isParallel?: boolean | undefined;
}

/** A day on which no rule makes a slot, or one hour of it. */
export interface LeftOut {
  day: string;
  /** Null for the whole day. */
  starts: string | null;
}

/** When an offering comes again. */
export interface Schedule {
  rules: readonly ScheduleRule[];
  leftOut: readonly LeftOut[];
}

/** The recurrence as it is stored with an offering; null for a single date. */
export function recurrenceOf(stored: {
  isRecurring: boolean;
  recurringDays: string[] | null;
  recurringStartTime: string | null;
  recurringUntil: string | null;
}): Recurrence | null {
  const { isRecurring, recurringDays, recurringStartTime, recurringUntil } = stored;
  if (!isRecurring || !recurringDays || !recurringStartTime) return null;
  const days = recurringDays as Weekday[];
  return { days, time: recurringStartTime.slice(0, 5), until: recurringUntil };
}

/** The starts after `now` that a recurrence asks for, as {@link startsOf}. */
export function occurrences(recurrence: Recurrence, now: Date): Date[] {
  return startsOf({ rules: [ruleOf(recurrence, dayKey(now))], leftOut: [] }, now);
}

/** A recurrence as offerings and their form have it, in the words of a rule. */
export function ruleOf({ days, time, until }: Recurrence, fromDay: string): ScheduleRule {
  const weekdays = days.map((day) => WEEKDAYS.indexOf(day) + 1).sort();
  return { weekdays, starts: time, fromDay, untilDay: until };
}

/** The first rule as a recurrence, for whatever knows of one rule only; null without any. */
export function recurrenceIn({ rules }: Schedule): Recurrence | null {
  const [first] = rules;
  if (!first) return null;
  const days = first.weekdays.flatMap((day) => WEEKDAYS[day - 1] ?? []);
  return { days, time: first.starts, until: first.untilDay };
}

const isOn = (rule: ScheduleRule, day: string) =>
  rule.weekdays.includes(weekdayOf(day)) &&
  rule.fromDay <= day &&
  (rule.untilDay === null || day <= rule.untilDay);

/** A start that a schedule asks for, and whether a rule of it may stand beside others. */
export interface ScheduledHour {
  start: Date;
  isParallel: boolean;
}

/**
 * The hours after `now` that a schedule asks for, as far as slots are made ahead: each once, in
 * order. An hour that spring skips comes an hour later, one that autumn repeats the first time
 * (`fromParis`).
 */
export function hoursOf({ rules, leftOut }: Schedule, now: Date): ScheduledHour[] {
  const today = dayKey(now);
  const hours = new Map<number, ScheduledHour>();
  for (let step = 0; step <= HORIZON_DAYS; step += 1) {
    const day = addDays(today, step);
    for (const rule of rules) {
      if (!isOn(rule, day)) continue;
      const isLeft = leftOut.some(
        (one) => one.day === day && (one.starts === null || one.starts === rule.starts),
      );
      const start = isLeft ? null : fromParis(`${day}T${rule.starts}`);
      if (!start || start <= now) continue;
      const isParallel = (rule.isParallel || hours.get(+start)?.isParallel) ?? false;
      hours.set(+start, { start, isParallel });
    }
  }
  return [...hours.values()].sort((one, other) => +one.start - +other.start);
}

/** The same without more than the starts. */
export function startsOf(schedule: Schedule, now: Date): Date[] {
  return hoursOf(schedule, now).map(({ start }) => start);
}

/** The hours of both schedules at which only one of them may stand beside others, as `after` says. */
export function turnedHours(before: Schedule, after: Schedule, now: Date): ScheduledHour[] {
  const was = new Map(hoursOf(before, now).map(({ start, isParallel }) => [+start, isParallel]));
  return hoursOf(after, now).filter(({ start, isParallel }) => was.get(+start) === !isParallel);
}

/** A slot to come of the offering, on line or not. */
export interface PlannedSlot {
  id: string;
  start: Date;
  isActive: boolean;
  /** Seats that somebody has. */
  live: number;
}

/** The effect of a schedule on the slots to come. */
export interface Plan<Slot extends PlannedSlot> {
  /** Starts without a slot. */
  create: Date[];
  /** Closed by the schedule before, and asked for by this one. */
  reopen: Slot[];
  keep: Slot[];
  remove: Slot[];
  /** Starts at which the professional is taken already (rule: one-place). */
  blocked: Date[];
}

/**
 * Compares the slots to come with those that a schedule asks for (rule: slots-ahead). A slot in which
 * somebody has a seat stays whatever is asked, and so does one that no rule had made; one that was
 * withdrawn by hand stays so. None is made over an hour that is taken, unless it may stand beside it.
 *
 * @param before the schedule that made the slots.
 * @param taken hours of the professional's other slots with their pauses, as they are taken.
 * @param lasts minutes of a slot, with the pause after it.
 */
export function planSchedule<Slot extends PlannedSlot>(
  {
    before,
    after,
    held,
    taken,
    lasts,
  }: {
    before: Schedule;
    after: Schedule;
    held: readonly Slot[];
    taken: readonly { start: Date; end: Date }[];
    lasts: number;
  },
  now: Date,
): Plan<Slot> {
  const plan: Plan<Slot> = { create: [], reopen: [], keep: [], remove: [], blocked: [] };
  const made = new Set(startsOf(before, now).map(Number));
  const wanted = hoursOf(after, now);
  const asked = new Set(wanted.map(({ start }) => +start));
  const byStart = new Map(held.map((slot) => [+slot.start, slot]));
  for (const { start, isParallel } of wanted) {
    const slot = byStart.get(+start);
    if (slot?.isActive) continue;
    if (slot && made.has(+start)) continue;
    const end = start.getTime() + lasts * MINUTE;
    const isTaken = taken.some((hour) => +hour.start < end && +hour.end > +start);
    if (isTaken && !isParallel) plan.blocked.push(start);
    else if (slot) plan.reopen.push(slot);
    else plan.create.push(start);
  }
  for (const slot of held) {
    if (!slot.isActive) continue;
    const isGone = made.has(+slot.start) && !asked.has(+slot.start) && slot.live === 0;
    (isGone ? plan.remove : plan.keep).push(slot);
  }
  return plan;
}

/** How much of a schedule a change of one of its slots concerns. */
export const SCOPES = ["one", "following", "all"] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * The schedule after a change of one slot that it makes: this one, this and those that follow, or all
 * of its rule.
 *
 * @param starts the new hour, « 19:00 »; null takes them out.
 * @returns null when no rule makes this slot.
 */
export function changeFrom(
  { rules, leftOut }: Schedule,
  start: Date,
  { scope, starts }: { scope: Scope; starts: string | null },
): Schedule | null {
  const [day = "", time = ""] = toParis(start).split("T");
  const index = rules.findIndex((rule) => isOn(rule, day) && isAt(rule, day, start));
  const rule = rules[index];
  if (!rule) return null;
  if (scope === "one") {
    const { isParallel } = rule;
    const once = { weekdays: [weekdayOf(day)], fromDay: day, untilDay: day, isParallel };
    return {
      rules: starts === null || starts === time ? rules : [...rules, { ...once, starts }],
      leftOut: starts === time ? leftOut : [...leftOut, { day, starts: rule.starts }],
    };
  }
  const others = (...instead: ScheduleRule[]) => ({
    rules: [...rules.slice(0, index), ...instead, ...rules.slice(index + 1)],
    leftOut,
  });
  if (scope === "all") return others(...(starts === null ? [] : [{ ...rule, starts }]));
  const until = addDays(day, -1);
  const kept = rule.fromDay <= until ? [{ ...rule, untilDay: until }] : [];
  const next = starts === null || starts === time ? [] : [{ ...rule, starts, fromDay: day }];
  return others(...kept, ...next);
}

/** Whether a recurrence makes a slot at this instant. */
export function makes(recurrence: Recurrence | null, start: Date): boolean {
  const day = dayKey(start);
  const rule = recurrence && ruleOf(recurrence, day);
  return rule !== null && isOn(rule, day) && isAt(rule, day, start);
}

/** By the instant, since spring shows another hour than the rule says. */
function isAt(rule: ScheduleRule, day: string, start: Date): boolean {
  return +(fromParis(`${day}T${rule.starts}`) ?? 0) === +start;
}
