import ICAL from "ical.js";
import type { Line } from "./lines.ts";
import { instantOf, readLength, readTime, type Time } from "./times.ts";
import { HERE_ZONE, type Zones } from "./zones.ts";

export interface Series {
  rules: { rule: ICAL.Recur; endsAfter: (time: Time) => boolean }[];
  /** With their own length in milliseconds, if any. */
  added: { time: Time; length: number | null }[];
  dropped: Time[];
  isSure: boolean;
}

const MAX_VALUES = 5_000;
const MAX_PER_RULE = 1_000;
/** Zones and summer time can move a rule this far. */
const MARGIN = 2 * 86_400_000;

export function readSeries(lines: readonly Line[], start: Time, zones: Zones): Series {
  const valuesOf = (wanted: string) =>
    lines
      .filter(({ name }) => name === wanted)
      .flatMap(({ value, parameters }) =>
        (value.match(/[^,\s][^,]*/g) ?? []).map((text) => ({ text, parameters })),
      );
  const times = (wanted: string) =>
    valuesOf(wanted).map(({ text, parameters }) => {
      const [written = "", end] = text.split("/");
      const time = readTime(written, parameters, zones, start);
      return time && { time, length: end === undefined ? null : lengthUntil(end, time, zones) };
    });
  const [added, dropped] = [times("RDATE"), times("EXDATE")];
  if (added.length + dropped.length > MAX_VALUES) throw new Error("too many times");
  const rules = lines
    .filter(({ name, value }) => name === "RRULE" && value.trim() !== "")
    .map(({ value }) => readRule(value, start, zones));
  const all = [...added, ...dropped];
  return {
    rules: rules.filter((rule) => rule !== null),
    added: added.filter((one) => one !== null),
    dropped: dropped.flatMap((one) => one?.time ?? []),
    isSure: all.every((one) => one?.time.isSure) && rules.every((rule) => rule?.isSure),
  };
}

/** Milliseconds; an hour if unknown. */
export function lengthUntil(written: string, start: Time, zones: Zones): number {
  const end = readTime(written, {}, zones, start);
  return end ? instantOf(end) - instantOf(start) : (readLength(written) ?? 3_600_000);
}

const KNOWN =
  /^(FREQ|INTERVAL|COUNT|WKST|BY(SECOND|MINUTE|HOUR|DAY|MONTHDAY|YEARDAY|WEEKNO|MONTH|SETPOS))=./;

/** Null for a rule that cannot be followed. */
function readRule(written: string, start: Time, zones: Zones) {
  const parts = written.toUpperCase().replaceAll(/\s/g, "").split(";").filter(Boolean);
  const until = parts.find((part) => part.startsWith("UNTIL="))?.slice("UNTIL=".length);
  const last = until ? readTime(until, {}, zones, start) : null;
  const others = parts.filter((part) => !/^(UNTIL|X-|RSCALE=GREGORIAN)/.test(part));
  try {
    const rule = ICAL.Recur.fromString(others.filter((part) => KNOWN.test(part)).join(";"));
    permitRule(rule);
    return {
      rule,
      endsAfter: (time: Time) => last !== null && isAfter(time, last),
      isSure: others.every((part) => KNOWN.test(part)) && Boolean(last) === Boolean(until),
    };
  } catch {
    return null;
  }
}

function isAfter(time: Time, last: Time): boolean {
  return last.isDay
    ? Temporal.PlainDate.compare(time.wall.toPlainDate(), last.wall.toPlainDate()) > 0
    : instantOf(time) > instantOf(last);
}

/** Refuses rules finer than any appointment. */
function permitRule(rule: ICAL.Recur): void {
  if (rule.freq === "SECONDLY" || rule.freq === "MINUTELY") throw new Error("too frequent");
  const sizes = Object.values(rule.parts).map((part) => (Array.isArray(part) ? part.length : 1));
  if (sizes.reduce((product, size) => product * size, 1) > MAX_PER_RULE) {
    throw new Error("too many a year");
  }
}

/** Milliseconds, and the steps that rules may still take. */
export interface Search {
  from: number;
  to: number;
  steps: { left: number };
}

/** Times that may touch a stretch, always with the first. @throws Error after too many steps. */
export function* timesOf(
  { rules, added }: Series,
  { start, length }: { start: Time; length: number },
  { from, to, steps }: Search,
): Generator<{ time: Time; length: number }> {
  yield { time: start, length };
  for (const one of added) yield { time: one.time, length: one.length ?? length };
  const first = floating(start);
  for (const { rule, endsAfter } of rules) {
    const iterator = rule.iterator(first);
    for (let next = iterator.next(); next; next = iterator.next()) {
      steps.left -= 1;
      if (steps.left < 0) throw new Error("too many recurrences");
      const near = Date.UTC(next.year, next.month - 1, next.day, next.hour, next.minute);
      if (near > to + MARGIN) break;
      if (near + length < from - MARGIN) continue;
      const time = { ...start, wall: Temporal.PlainDateTime.from(fieldsOf(next)) };
      if (endsAfter(time)) break;
      yield { time, length };
    }
  }
}

function floating({ wall, isDay }: Pick<Time, "wall" | "isDay">): ICAL.Time {
  const { year, month, day, hour, minute, second } = wall;
  const fields = { year, month, day, hour, minute, second, isDate: isDay };
  return new ICAL.Time(fields, ICAL.Timezone.localTimezone);
}

const fieldsOf = ({ year, month, day, hour, minute, second }: ICAL.Time) => ({
  ...{ year, month, day },
  ...{ hour, minute, second },
});

/** A day names all times on it; among whole days an instant names its day. */
export function namedBy(times: readonly Time[]): (time: Time) => boolean {
  const instants = new Set(times.filter(({ isDay }) => !isDay).map(instantOf));
  const days = new Set(times.filter(({ isDay }) => isDay).map(dayOf));
  const anyDays = new Set(times.map(dayOf));
  return (time) =>
    time.isDay ? anyDays.has(dayOf(time)) : instants.has(instantOf(time)) || days.has(dayOf(time));
}

/** Midnight elsewhere may be another hour here. */
function dayOf({ wall, isDay, zone }: Time): string {
  const isMidnight = wall.toPlainTime().toString() === "00:00:00";
  const shown = isDay || isMidnight ? wall : HERE_ZONE.wallOf(zone.instantOf(wall));
  return shown.toPlainDate().toString();
}
