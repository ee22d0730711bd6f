import { createHash } from "node:crypto";
import { type Block, decodeCalendar, type Line, lineOf, readBlocks, textOf } from "./lines.ts";
import { lengthUntil, namedBy, readSeries, type Search, type Series, timesOf } from "./series.ts";
import { instantOf, readLength, readTime, type Time } from "./times.ts";
import { HERE_ZONE, readZones, type Zones } from "./zones.ts";

/* Runs in a thread of its own, so that a hostile calendar cannot take down the process. */

export interface IcalQuestion {
  bytes: Uint8Array;
  charset: string | null;
  /** Milliseconds. */
  from: number;
  to: number;
  /** UIDs ending with « @ » and this host came from here. */
  ownHost: string;
}

export interface IcalHour {
  /** Hash of the UID, a dot, and the start. */
  key: string;
  /** Milliseconds. */
  start: number;
  end: number;
  title: string | null;
}

export interface UnclearEvent {
  title: string | null;
  /** « 2026-12-10 »; null where not even its day is known. */
  day: string | null;
}

export interface IcalAnswer {
  isCalendar: boolean;
  events: number;
  unclear: UnclearEvent[];
  broken: string[];
  hours: IcalHour[];
  /** All hours before this are included. */
  until: number;
}

const MAX_HOURS = 2_000;
const MAX_STEPS = 200_000;
const MAX_LINES = 2_000;
const MAX_UNCLEAR = 20;
const TITLE_LENGTH = 200;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export default function answer({ bytes, charset, from, to, ownHost }: IcalQuestion): IcalAnswer {
  const lines = decodeCalendar(bytes, charset)
    .replace(/^\uFEFF/, "")
    .split("\n");
  const isCalendar = lines.some(is("BEGIN:VCALENDAR")) && lines.some(is("END:VCALENDAR"));
  if (!isCalendar) return { isCalendar, events: 0, unclear: [], broken: [], hours: [], until: to };
  const { own, blocks } = readBlocks(lines);
  const zones = readZones(blocks.filter(isA("VTIMEZONE")), ownZoneOf(own));
  const hours = new Map<string, IcalHour>();
  const close = (uid: string, { time, length }: Stretch, title: string | null) => {
    const start = instantOf(time);
    const end = time.isDay ? midnightAfter(time, length) : start + length;
    if (end <= from || start >= to || end <= start) return;
    const key = `${hashOf(uid)}.${start}`;
    if ((hours.get(key)?.end ?? 0) < end) hours.set(key, { key, start, end, title });
  };
  const broken = new Set<string>();
  const unclear: UnclearEvent[] = [];
  const tell = (uid: string, event: UnclearEvent, isToCome: boolean) => {
    broken.add(hashOf(uid));
    if (isToCome) unclear.push(event);
  };
  const search = { from, to, steps: { left: MAX_STEPS } };
  const read = blocks.filter(isA("VEVENT")).map((block) => readEvent(block, zones));
  for (const [uid, events] of Map.groupBy(read, ({ uid }) => uid)) {
    if (uid.endsWith(`@${ownHost}`)) continue;
    for (const event of events) {
      const { title, start, isFree } = event;
      let isSure = event.isSure;
      try {
        for (const stretch of stretchesOf(event, events, search)) {
          close(uid, stretch, stretch.title);
        }
      } catch {
        isSure = false;
      }
      const isToCome = !start || comesAgain(event) || instantOf(start) + event.length > from;
      const day = start?.wall.toPlainDate().toString() ?? null;
      if (!isSure) tell(uid, { title, day }, isToCome && !isFree);
    }
  }
  for (const block of blocks.filter(isA("VFREEBUSY"))) {
    for (const period of busyPeriodsOf(block, zones)) {
      if (period) close("freebusy", period, null);
      else tell("freebusy", { title: null, day: null }, true);
    }
  }
  const sorted = [...hours.values()].sort((one, other) => one.start - other.start);
  const until = sorted[MAX_HOURS]?.start ?? to;
  return {
    ...{ isCalendar, events: blocks.filter((block) => !isA("VTIMEZONE")(block)).length },
    ...{ unclear: unclear.slice(0, MAX_UNCLEAR), broken: [...broken] },
    ...{ hours: sorted.slice(0, MAX_HOURS), until },
  };
}

const is = (wanted: string) => (line: string) => line.trim().toUpperCase() === wanted;

const isA = (wanted: string) => (block: Block) => block.name === wanted;

const hashOf = (uid: string) => createHash("sha256").update(uid).digest("base64url").slice(0, 22);

const ownZoneOf = (own: readonly Line[]) =>
  textOf(own, "X-WR-TIMEZONE") || textOf(own, "TIMEZONE-ID") || null;

/** Milliseconds, in whole days for a day. */
interface Stretch {
  time: Time;
  length: number;
}

interface Event {
  uid: string;
  title: string | null;
  start: Time | null;
  length: number;
  /** Null where it replaces one recurrence. */
  series: Series | null;
  /** The recurrence it replaces, and whether all later ones too. */
  instead: Time | null;
  isForLater: boolean;
  /** Transparent or cancelled. */
  isFree: boolean;
  isSure: boolean;
}

const comesAgain = ({ series, isForLater }: Event) =>
  isForLater || (series !== null && series.rules.length + series.added.length > 0);

function readEvent({ lines, source }: Block, zones: Zones): Event {
  const said = (name: string) => textOf(lines, name).toUpperCase();
  const event = {
    ...{ uid: textOf(lines, "UID"), title: titleOf(textOf(lines, "SUMMARY")) },
    isFree: said("TRANSP") === "TRANSPARENT" || said("STATUS") === "CANCELLED",
  };
  const at = lineOf(lines, "DTSTART");
  const start = at ? readTime(at.value, at.parameters, zones) : null;
  const unread = { start: null, length: 0, series: null, instead: null };
  if (!start || source.length >= MAX_LINES) {
    return { ...event, ...unread, isForLater: false, isSure: false };
  }
  const { length, isSure } = readEnd(lines, start, zones);
  const named = lineOf(lines, "RECURRENCE-ID");
  const instead = named ? readTime(named.value, named.parameters, zones, start) : null;
  const isForLater = instead !== null && named?.parameters.RANGE?.toUpperCase() === "THISANDFUTURE";
  try {
    const series = readSeries(lines, start, zones);
    const isAllSure = [
      start.isSure,
      isSure,
      series.isSure,
      instead?.isSure ?? !named?.value.trim(),
    ];
    return {
      ...{ ...event, start, length, instead, isForLater, isSure: isAllSure.every(Boolean) },
      series: instead && !isForLater ? null : series,
    };
  } catch {
    return { ...event, start, length, series: null, instead, isForLater, isSure: false };
  }
}

/** Without an end, an event lasts its day or no time at all (RFC 5545, 3.6.1). */
function readEnd(lines: readonly Line[], start: Time, zones: Zones) {
  const ends = lineOf(lines, "DTEND");
  const end = ends ? readTime(ends.value, ends.parameters, zones, start) : null;
  const lasts = lineOf(lines, "DURATION");
  const length = end
    ? instantOf(end) - instantOf(start)
    : (readLength(lasts?.value ?? "") ?? (ends || lasts ? -1 : 0));
  const least = start.isDay ? DAY : 0;
  const isSure = length >= 0 && (end?.isSure ?? true);
  if (length < 0) return { length: start.isDay ? DAY : HOUR, isSure };
  // A day may have 23 hours or 25.
  return { length: Math.max(least, start.isDay ? Math.round(length / DAY) * DAY : length), isSure };
}

function titleOf(written: string): string | null {
  const text = written
    .replaceAll(/\\([nN,;\\])/g, (_, letter) => (/n/i.test(letter) ? " " : letter))
    .replaceAll(/\p{Cc}/gu, " ");
  const letters = new Intl.Segmenter().segment(text.trim().slice(0, 4 * TITLE_LENGTH));
  let title = "";
  for (const { segment } of letters) {
    if (title.length + segment.length > TITLE_LENGTH) break;
    title += segment;
  }
  return title.toWellFormed() || null;
}

function* stretchesOf(
  event: Event,
  all: readonly Event[],
  search: Search,
): Generator<Stretch & { title: string | null }> {
  const { start, length, series, instead, isFree, title } = event;
  if (!start) return;
  if (instead && !isFree) yield { time: start, length, title };
  if (!series) {
    if (!instead && !isFree) yield { time: start, length, title };
    return;
  }
  const others = all.filter((other) => other !== event);
  const isReplaced = namedBy(others.flatMap(({ instead }) => instead ?? []));
  const isDropped = namedBy(series.dropped);
  const later = others
    .filter(({ instead, isForLater }) => instead && isForLater)
    .sort((one, other) => timeIn(one) - timeIn(other));
  for (const { time, length: lasts } of timesOf(series, { start, length }, search)) {
    if (isDropped(time) || isReplaced(time)) continue;
    const from = instantOf(time);
    const change = later.findLast((one) => timeIn(one) <= from);
    if (!change) {
      if (!isFree) yield { time, length: lasts, title };
    } else if (change.start && !change.isFree && change.series?.rules.length === 0) {
      const moved = movedBy(change, time);
      if (!isReplaced(moved)) yield { time: moved, length: change.length, title: change.title };
    }
  }
}

const timeIn = ({ instead }: Event) => (instead ? instantOf(instead) : 0);

function movedBy({ instead, start }: Event, time: Time): Time {
  if (!instead || !start) return time;
  const named = instead.isDay
    ? instead.wall.withPlainTime(time.wall.toPlainTime())
    : time.zone.wallOf(instantOf(instead));
  return { ...start, wall: time.wall.add(named.until(start.wall)) };
}

function midnightAfter({ wall }: Time, length: number): number {
  return HERE_ZONE.instantOf(wall.add({ days: Math.round(length / DAY) }));
}

function busyPeriodsOf({ lines }: Block, zones: Zones): (Stretch | null)[] {
  return lines
    .filter(
      ({ name, parameters }) => name === "FREEBUSY" && !/^free$/i.test(parameters.FBTYPE ?? ""),
    )
    .flatMap(({ value, parameters }) =>
      (value.match(/[^,\s][^,]*/g) ?? []).map((text) => {
        const [written = "", end = ""] = text.split("/");
        const time = readTime(written, parameters, zones);
        return time && { time, length: lengthUntil(end, time, zones) };
      }),
    );
}
