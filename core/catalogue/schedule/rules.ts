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

/** Eight weeks (rule: slots-ahead). */
export const HORIZON_DAYS = 56;

/** By the clock in Paris. */
export interface ScheduleRule {
  /** 1 is Monday, 7 is Sunday. */
  weekdays: readonly number[];
  starts: string;
  /** The first and the last day, both included; null for no end. */
  fromDay: string;
  untilDay: string | null;
  /** May overlap other slots of the professional (rule: one-place). */
  isParallel?: boolean | undefined;
}

export interface Holiday {
  day: string;
  name: string;
}

export interface ScheduleException {
  day: string;
  /** Null for the whole day. */
  starts: string | null;
}

export interface Schedule {
  rules: readonly ScheduleRule[];
  leftOut: readonly ScheduleException[];
}

export function occurrences(recurrence: Recurrence, now: Date): Date[] {
  return startsOf({ rules: [ruleOf(recurrence, dayKey(now))], leftOut: [] }, now);
}

export function ruleOf({ days, time, until }: Recurrence, fromDay: string): ScheduleRule {
  const weekdays = days.map((day) => WEEKDAYS.indexOf(day) + 1).sort();
  return { weekdays, starts: time, fromDay, untilDay: until };
}

/** The only rule that the form shows; null for a single date. */
export function recurrenceIn({ rules }: Schedule): Recurrence | null {
  const [first] = rules;
  if (!first) return null;
  return { days: daysOf(first.weekdays), time: first.starts, until: first.untilDay };
}

export function daysOf(weekdays: readonly number[]): Weekday[] {
  return weekdays.flatMap((day) => WEEKDAYS[day - 1] ?? []);
}

export function fieldsOf(recurrence: Recurrence | null) {
  return {
    isRecurring: recurrence !== null,
    recurringDays: recurrence && [...recurrence.days],
    startTime: recurrence?.time ?? null,
    recurringUntil: recurrence?.until ?? null,
  };
}

const isOn = (rule: ScheduleRule, day: string) =>
  rule.weekdays.includes(weekdayOf(day)) &&
  rule.fromDay <= day &&
  (rule.untilDay === null || day <= rule.untilDay);

export interface ScheduledHour {
  start: Date;
  isParallel: boolean;
}

/** Of the next eight weeks, each once; `fromParis` moves a time that spring skips. */
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

export function startsOf(schedule: Schedule, now: Date): Date[] {
  return hoursOf(schedule, now).map(({ start }) => start);
}

export function parallelChanges(before: Schedule, after: Schedule, now: Date): ScheduledHour[] {
  const was = new Map(hoursOf(before, now).map(({ start, isParallel }) => [+start, isParallel]));
  return hoursOf(after, now).filter(({ start, isParallel }) => was.get(+start) === !isParallel);
}

export interface PlannedSlot {
  id: string;
  start: Date;
  isActive: boolean;
  live: number;
}

interface ScheduleChange<Slot> {
  before: Schedule;
  after: Schedule;
  held: readonly Slot[];
  /** Booked hours of the professional, with their pauses. */
  taken: readonly { start: Date; end: Date }[];
  /** Minutes of a slot, with the pause after it. */
  lasts: number;
}

interface SlotPlan<Slot extends PlannedSlot> {
  create: Date[];
  reopen: Slot[];
  keep: Slot[];
  remove: Slot[];
  /** The professional is busy then (rule: one-place). */
  blocked: Date[];
}

/** Keeps booked slots and those that no rule made (rule: slots-ahead); a withdrawn one stays so. */
export function planSchedule<Slot extends PlannedSlot>(
  { before, after, held, taken, lasts }: ScheduleChange<Slot>,
  now: Date,
): SlotPlan<Slot> {
  const plan: SlotPlan<Slot> = { create: [], reopen: [], keep: [], remove: [], blocked: [] };
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

export const SCOPES = ["one", "following", "all"] as const;
export type Scope = (typeof SCOPES)[number];

/** Null if no rule creates this slot; `starts` null removes the slots. */
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

export function makes(recurrence: Recurrence | null, start: Date): boolean {
  const day = dayKey(start);
  const rule = recurrence && ruleOf(recurrence, day);
  return rule !== null && isOn(rule, day) && isAt(rule, day, start);
}

/** By instant, because a time that spring skips differs from that of the rule. */
function isAt(rule: ScheduleRule, day: string, start: Date): boolean {
  return +(fromParis(`${day}T${rule.starts}`) ?? 0) === +start;
}

export function whyNotUntil(recurrence: Recurrence, now: Date): string | null {
  const { until } = recurrence;
  if (until === null) return null;
  if (until < dayKey(now)) return "La date de fin doit être à venir";
  return occurrences(recurrence, now).length === 0
    ? "Aucun des jours choisis ne vient d'ici cette date de fin"
    : null;
}

export function isSameRecurrence(left: Recurrence | null, right: Recurrence | null): boolean {
  const textOf = (rule: Recurrence | null) => rule && [rule.time, rule.until, ...rule.days].join();
  return textOf(left) === textOf(right);
}
