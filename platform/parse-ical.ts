import { createHash } from "node:crypto";
import ICAL from "ical.js";

/*
 * Reads calendars of strangers in a thread that does nothing else: one that is made to take all
 * memory, or to go on for ever, is ended with it.
 */

export interface IcalQuestion {
  text: string;
  /** The stretch of time that is asked for, in milliseconds. */
  from: number;
  to: number;
  /** Events whose UID ends with « @ » and this are left out: they came from here. */
  ownHost: string;
}

/** One hour of an event that its owner is busy at. */
export interface IcalHour {
  /** The hash of the event's UID, a dot, and its start: by these it is known again. */
  key: string;
  /** Milliseconds. */
  start: number;
  end: number;
  title: string | null;
}

export interface IcalAnswer {
  /** False for what is no whole calendar, for example half of one. */
  isCalendar: boolean;
  /** How many events stand in the file, whenever they are. */
  events: number;
  /** Hashes of the UIDs of those that cannot be read. */
  broken: string[];
  /** Earliest first. */
  hours: IcalHour[];
  /** All hours that begin before this are among them. */
  until: number;
}

const ZONE = "Europe/Paris";
const MOST_HOURS = 2_000;
/** As many recurrences are looked at in one file: a daily event from 1970 has some 20 000. */
const MOST_STEPS = 200_000;
const MOST_LINES = 2_000;
const MOST_VALUES = 5_000;
const MOST_PER_RULE = 1_000;
const TITLE_LENGTH = 200;
/** Everything else of an event may be as wrong as it likes. */
const READ = [
  ...["UID", "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "RECURRENCE-ID"],
  ...["SUMMARY", "STATUS", "TRANSP"],
];
/** Outlook's names for zones, where its file does not describe them. */
const WINDOWS_ZONES: Record<string, string> = {
  "Romance Standard Time": ZONE,
  "W. Europe Standard Time": "Europe/Berlin",
  "Central Europe Standard Time": "Europe/Budapest",
  "Central European Standard Time": "Europe/Warsaw",
  "GMT Standard Time": "Europe/London",
  "Greenwich Standard Time": "Atlantic/Reykjavik",
};

export default function answer({ text, from, to, ownHost }: IcalQuestion): IcalAnswer {
  const lines = text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]/g, "")
    .split("\n");
  const isCalendar = lines.some(is("BEGIN:VCALENDAR")) && lines.some(is("END:VCALENDAR"));
  if (!isCalendar) return { isCalendar, events: 0, broken: [], hours: [], until: to };
  const { events, zones } = blocksOf(lines);
  registerZones(zones);
  const broken = new Set<string>();
  const read = events.flatMap((block) => {
    try {
      return [readEvent(block)];
    } catch {
      broken.add(hashOf(/^UID(?:;[^:]*)?:(.*)$/im.exec(block.join("\n"))?.[1] ?? ""));
      return [];
    }
  });
  const hours = new Map<string, IcalHour>();
  const steps = { left: MOST_STEPS };
  for (const [uid, parts] of Map.groupBy(read, ({ uid }) => uid)) {
    if (uid.endsWith(`@${ownHost}`)) continue;
    try {
      const moved = new Set(parts.flatMap(({ instead }) => instead ?? []));
      for (const event of parts) {
        if (event.isFree) continue;
        for (const { start, end } of hoursOf(event, { moved, from, to, steps })) {
          const key = `${hashOf(uid)}.${start}`;
          hours.set(key, { key, start, end, title: event.title });
        }
      }
    } catch {
      broken.add(hashOf(uid));
    }
  }
  const sorted = [...hours.values()].sort((one, other) => one.start - other.start);
  const until = sorted[MOST_HOURS]?.start ?? to;
  const first = sorted.slice(0, MOST_HOURS);
  return { isCalendar, events: events.length, broken: [...broken], hours: first, until };
}

const is = (wanted: string) => (line: string) => line.trim().toUpperCase() === wanted;

const hashOf = (uid: string) => createHash("sha256").update(uid).digest("base64url").slice(0, 22);

/**
 * The lines of each event, and of each description of a zone. An event that is never closed ends
 * where the next begins; parts of one, as its alarms, are left out.
 */
function blocksOf(lines: readonly string[]): { events: string[][]; zones: string[][] } {
  const found = { events: [] as string[][], zones: [] as string[][] };
  let open: { name: "VEVENT" | "VTIMEZONE"; lines: string[]; depth: number } | null = null;
  for (const line of lines) {
    const [, edge = "", name = ""] = /^(BEGIN|END):(\w+)\s*$/i.exec(line)?.map(capital) ?? [];
    if (edge === "BEGIN" && (name === "VEVENT" || name === "VTIMEZONE")) {
      open = { name, lines: [], depth: 0 };
      found[name === "VEVENT" ? "events" : "zones"].push(open.lines);
    } else if (edge === "END" && name === open?.name) {
      open = null;
    } else if (open) {
      if (edge === "BEGIN") open.depth += 1;
      const isRead = open.name === "VTIMEZONE" || (open.depth === 0 && READ.includes(nameOf(line)));
      if (isRead) open.lines.push(line);
      if (edge === "END") open.depth -= 1;
    }
  }
  return found;
}

const capital = (text: string) => text?.toUpperCase();

const nameOf = (line: string) => (/^[\w-]+(?=[;:])/.exec(line)?.[0] ?? "").toUpperCase();

interface ReadEvent {
  uid: string;
  component: ICAL.Component;
  start: ICAL.Time;
  /** Milliseconds, or days of an event that lasts whole days. */
  length: number;
  title: string | null;
  /** The instant of the recurrence that it takes the place of. */
  instead: number | null;
  /** Shown in the calendar, and its owner does something else all the same; or cancelled. */
  isFree: boolean;
}

function readEvent(lines: readonly string[]): ReadEvent {
  if (lines.length > MOST_LINES) throw new Error("too many lines");
  const text = ["BEGIN:VEVENT", ...lines, "END:VEVENT"].join("\r\n");
  const component = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const value = (name: string) => component.getFirstPropertyValue(name);
  const uid = String(value("uid") ?? "");
  const start = timeOf(component, "dtstart");
  if (!start) throw new Error("an event without a start");
  const rule = value("rrule");
  if (rule instanceof ICAL.Recur) permitRule(rule);
  const values = component.getAllProperties("exdate").concat(component.getAllProperties("rdate"));
  if (values.reduce((sum, one) => sum + one.getValues().length, 0) > MOST_VALUES) {
    throw new Error("too many exceptions");
  }
  for (const one of values) requireZone(one);
  const instead = timeOf(component, "recurrence-id");
  const title = String(value("summary") ?? "").trim();
  const said = (name: string) => String(value(name) ?? "").toUpperCase();
  return {
    uid,
    component,
    start,
    length: lengthOf(component, start),
    title: title === "" ? null : title.slice(0, TITLE_LENGTH).toWellFormed(),
    instead: instead && instantOf(instead),
    isFree: said("transp") === "TRANSPARENT" || said("status") === "CANCELLED",
  };
}

function timeOf(component: ICAL.Component, name: string): ICAL.Time | null {
  const property = component.getFirstProperty(name);
  if (!property) return null;
  requireZone(property);
  const time = property.getFirstValue();
  if (!(time instanceof ICAL.Time)) throw new Error("not a time");
  if (!Number.isFinite(instantOf(time))) throw new Error("no such time");
  return time;
}

/** Without its zone an hour is unknown, and the library would take it for one without any. */
function requireZone(property: ICAL.Property): void {
  const zone = property.getParameter("tzid");
  if (zone !== undefined && !ICAL.TimezoneService.has(register(String(zone)))) {
    throw new Error("an unknown zone");
  }
}

/** An event without an end lasts the day that it is on, or no time at all (RFC 5545, 3.6.1). */
function lengthOf(component: ICAL.Component, start: ICAL.Time): number {
  const end = timeOf(component, "dtend");
  const duration = component.getFirstPropertyValue("duration");
  const seconds = duration instanceof ICAL.Duration ? duration.toSeconds() : 0;
  if (start.isDate) {
    const days = end ? Math.round((utc(end) - utc(start)) / 86_400_000) : seconds / 86_400;
    return Math.max(1, Math.round(days));
  }
  return end ? instantOf(end) - instantOf(start) : seconds * 1_000;
}

/** A second of every day, or each minute of an hour, is nobody's appointment. */
function permitRule(rule: ICAL.Recur): void {
  if (rule.freq === "SECONDLY" || rule.freq === "MINUTELY") throw new Error("too frequent");
  const sizes = Object.values(rule.parts).map((part) => (Array.isArray(part) ? part.length : 1));
  if (sizes.reduce((product, size) => product * size, 1) > MOST_PER_RULE) {
    throw new Error("too many a year");
  }
}

/** The hours of an event that touch the stretch asked for. */
function* hoursOf(
  { component, start, length, instead }: ReadEvent,
  {
    moved,
    from,
    to,
    steps,
  }: { moved: Set<number>; from: number; to: number; steps: { left: number } },
): Generator<{ start: number; end: number }> {
  const lasting = (time: ICAL.Time) => {
    const at = instantOf(time);
    return { start: at, end: time.isDate ? midnight(time, length) : at + length };
  };
  const isRecurring = component.hasProperty("rrule") && instead === null;
  if (!isRecurring) {
    // Its own start counts among the dates that an event lists, although the library leaves it out.
    const one = lasting(start);
    const isTouched = one.end > from && one.start < to && one.end > one.start;
    if (isTouched && (instead !== null || !moved.has(one.start))) yield one;
    if (instead !== null || !component.hasProperty("rdate")) return;
  }
  const expansion = new ICAL.RecurExpansion({ component, dtstart: start });
  for (let next = expansion.next(); next; next = expansion.next()) {
    steps.left -= 1;
    if (steps.left < 0) throw new Error("too many recurrences");
    const one = lasting(next);
    if (one.start >= to) return;
    if (one.end > from && one.end > one.start && !moved.has(one.start)) yield one;
  }
}

// ─── Zones ─────────────────────────────────────────────────────────────────────────────────────

/** A zone as this machine knows it, whatever the file says of it. */
class KnownZone extends ICAL.Timezone {
  readonly name: string;
  constructor(name: string) {
    super({ tzid: name });
    this.name = name;
  }
  override utcOffset(time: ICAL.Time): number {
    return Math.round((utc(time) - zoned(time, this.name)) / 1_000);
  }
}

/** Only zones that this machine does not know are read from the file. */
function registerZones(described: readonly string[][]): void {
  ICAL.TimezoneService.reset();
  for (const lines of described) {
    try {
      const text = ["BEGIN:VTIMEZONE", ...lines, "END:VTIMEZONE"].join("\r\n");
      const component = new ICAL.Component(ICAL.parse(text) as unknown[]);
      const id = String(component.getFirstPropertyValue("tzid"));
      if (nameOfZone(id) === null) {
        ICAL.TimezoneService.register(new ICAL.Timezone({ tzid: id, component }), id);
      }
    } catch {
      // Events in that zone are broken, and the others are not.
    }
  }
}

/** @returns the id, under which the zone is known now if it can be. */
function register(id: string): string {
  if (!ICAL.TimezoneService.has(id)) {
    const name = nameOfZone(id) ?? WINDOWS_ZONES[id];
    if (name) ICAL.TimezoneService.register(new KnownZone(name), id);
  }
  return id;
}

/** « Europe/Paris », also in « /mozilla.org/20050126_1/Europe/Paris »; null for an unknown one. */
function nameOfZone(id: string): string | null {
  const parts = id.split("/").filter(Boolean);
  for (const name of [parts.slice(-2).join("/"), parts.slice(-3).join("/"), id]) {
    try {
      return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
    } catch {
      // The next spelling may be one.
    }
  }
  return null;
}

/** The milliseconds of a clock that shows this time in UTC. */
function utc({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The instant at which a clock in a zone shows this; the later of none, the earlier of two. */
function zoned({ year, month, day, hour, minute, second }: ICAL.Time, name: string): number {
  const wall = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second });
  return wall.toZonedDateTime(name).epochMilliseconds;
}

/** A time without a zone, and a day, are meant where the site's people are. */
function instantOf(time: ICAL.Time): number {
  if (time.isDate) return midnight(time, 0);
  if (time.zone === ICAL.Timezone.localTimezone) return zoned(time, ZONE);
  return utc(time) - time.zone.utcOffset(time) * 1_000;
}

function midnight({ year, month, day }: ICAL.Time, daysLater: number): number {
  const date = Temporal.PlainDate.from({ year, month, day }).add({ days: daysLater });
  return date.toZonedDateTime(ZONE).epochMilliseconds;
}
