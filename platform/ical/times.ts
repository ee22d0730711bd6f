import { HERE_ZONE, knownZone, UTC, type Zone, type Zones } from "./zones.ts";

export interface Time {
  wall: Temporal.PlainDateTime;
  isDay: boolean;
  zone: Zone;
  /** False where the likeliest value was taken. */
  isSure: boolean;
}

const YEAR_FIRST = /^(?<year>\d{4})[-/.]?(?<month>\d{2})[-/.]?(?<day>\d{2})(?<rest>.*)$/;
const DAY_FIRST = /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})(?<rest>.*)$/;
const CLOCK = /^[T ]*(\d{2}):?(\d{2})?:?(\d{2})?(?:[.,]\d+)? *(?:(Z)|([+-]\d{2}:?\d{2}))?$/i;

/** Milliseconds; a day begins at midnight in Paris. */
export function instantOf({ wall, isDay, zone }: Time): number {
  return (isDay ? HERE_ZONE : zone).instantOf(wall);
}

/** Reads any notation, by default in the zone of `beside` or the calendar; null for no day. */
export function readTime(
  written: string,
  parameters: Record<string, string>,
  zones: Zones,
  beside?: Time,
): Time | null {
  const text = written.trim();
  const named = YEAR_FIRST.exec(text)?.groups;
  const { year, month, day, rest = "" } = named ?? DAY_FIRST.exec(text)?.groups ?? {};
  const date = dateOf(Number(year), Number(month), Number(day));
  if (!date) return null;
  const wholeDay = { wall: date.toPlainDateTime(), isDay: true, zone: HERE_ZONE };
  if (rest.trim() === "") return { ...wholeDay, isSure: Boolean(named) };
  const [, hour, minute = "0", second = "0", utc, offset] = CLOCK.exec(rest) ?? [];
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Math.min(59, Number(second));
  // An invalid hour leaves the day.
  if (!(seconds <= 86_400) || Number(minute) > 59) return { ...wholeDay, isSure: false };
  if (seconds === 0 && parameters.VALUE?.toUpperCase() === "DATE") {
    return { ...wholeDay, isSure: Boolean(named) };
  }
  const wall = date.toPlainDateTime().add({ seconds });
  const at = (zone: Zone, isSure = true) => ({
    ...{ wall, isDay: false, zone },
    isSure: isSure && Boolean(named),
  });
  if (utc) return at(UTC);
  if (offset) return at(knownZone(offset.replace(/^(...):?/, "$1:")));
  if (parameters.TZID) {
    const { zone, isSure } = zones.find(parameters.TZID);
    return at(zone, isSure);
  }
  return at(beside && !beside.isDay ? beside.zone : zones.own);
}

function dateOf(year: number, month: number, day: number): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: "reject" });
  } catch {
    return null;
  }
}

/** Milliseconds; null if malformed. */
export function readLength(written: string): number | null {
  try {
    const length = Temporal.Duration.from(written.trim());
    return length.total({ unit: "milliseconds", relativeTo: "2026-01-01" });
  } catch {
    return null;
  }
}
