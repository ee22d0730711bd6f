import ICAL from "ical.js";
import { WINDOWS_TO_IANA_MAP } from "windows-iana";
import { type Block, textOf } from "./lines.ts";

const HERE = "Europe/Paris";

/** Milliseconds. */
export interface Zone {
  instantOf(wall: Temporal.PlainDateTime): number;
  wallOf(instant: number): Temporal.PlainDateTime;
}

export interface Zones {
  own: Zone;
  find(written: string): { zone: Zone; isSure: boolean };
}

/** Takes the later of a skipped hour and the earlier of two. */
export function knownZone(name: string): Zone {
  return {
    instantOf: (wall) => wall.toZonedDateTime(name).epochMilliseconds,
    wallOf: (instant) =>
      Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(name).toPlainDateTime(),
  };
}

export const HERE_ZONE = knownZone(HERE);
export const UTC = knownZone("UTC");

/** Finds zones by known name, then the file's description, then a town or offset in the name. */
export function readZones(described: readonly Block[], own: string | null): Zones {
  const named = (written: string): Zone | null => {
    const name = nameOfZone(written);
    if (name) return knownZone(name);
    const block = described.find(({ lines }) => textOf(lines, "TZID") === written.trim());
    const zone = block && describedZone(block);
    if (zone) return zone;
    const guess = guessedName(written);
    return guess ? knownZone(guess) : null;
  };
  const ownZone = (own && named(own)) || HERE_ZONE;
  const known = new Map<string, Zone | null>();
  return {
    own: ownZone,
    find(written) {
      const zone = known.has(written) ? known.get(written) : named(written);
      known.set(written, zone ?? null);
      return { zone: zone ?? ownZone, isSure: Boolean(zone) };
    },
  };
}

/** Null for a description that says no offset. */
function describedZone(block: Block): Zone | null {
  const place = nameOfZone(textOf(block.lines, "X-LIC-LOCATION"));
  if (place) return knownZone(place);
  try {
    const text = ["BEGIN:VTIMEZONE", ...block.source, "END:VTIMEZONE"].join("\r\n");
    const component = new ICAL.Component(ICAL.parse(text) as unknown[]);
    const parts = component.getAllSubcomponents();
    if (!parts.some((part) => part.hasProperty("tzoffsetto"))) return null;
    const timezone = new ICAL.Timezone({ tzid: textOf(block.lines, "TZID"), component });
    const offsetAt = ({ year, month, day, hour, minute, second }: Temporal.PlainDateTime) => {
      const time = new ICAL.Time({ year, month, day, hour, minute, second }, timezone);
      return timezone.utcOffset(time) * 1_000;
    };
    // The library takes the second of a repeated hour.
    const instantOf = (wall: Temporal.PlainDateTime) =>
      UTC.instantOf(wall) - Math.max(offsetAt(wall), offsetAt(wall.subtract({ hours: 1 })));
    if (!Number.isFinite(instantOf(Temporal.PlainDateTime.from("2026-01-01T00:00")))) return null;
    return {
      instantOf,
      wallOf: (instant) => UTC.wallOf(instant + offsetAt(UTC.wallOf(instant))),
    };
  } catch {
    return null;
  }
}

const LETTERS: Record<string, string> = {
  ...{ CEST: HERE, MEZ: HERE, MESZ: HERE, HEC: HERE, HEEC: HERE, BST: "Europe/London" },
  ...{ WEST: "Europe/Lisbon", EEST: "Europe/Athens", MSK: "Europe/Moscow" },
  ...{ EDT: "America/New_York", CDT: "America/Chicago", MDT: "America/Denver" },
  PDT: "America/Los_Angeles",
};

const WINDOWS = new Map(
  WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === "001").map((zone) => [
    zone.windowsName.toLowerCase(),
    zone.iana[0],
  ]),
);

function nameOfZone(written: string): string | null {
  const id = written.replaceAll("\\", "").trim();
  // A program that meets a name a second time numbers it.
  return nameAsWritten(id) ?? nameAsWritten(id.replace(/[ _]\d$/, ""));
}

function nameAsWritten(id: string): string | null {
  const parts = id.split("/").filter(Boolean);
  const ends = [id, parts.slice(-2).join("/"), parts.slice(-3).join("/"), parts.at(-1) ?? ""];
  const bare = id.replaceAll(/\([^)]*\)/g, "").trim();
  const windows = `${bare.replace(/ (?:(?:Standard|Daylight|Summer) )?Time$/i, "")} Standard Time`;
  return (
    LETTERS[id.toUpperCase()] ??
    ends.map((end) => end.replaceAll(" ", "_")).find(isZone) ??
    WINDOWS.get(id.toLowerCase()) ??
    WINDOWS.get(windows.toLowerCase()) ??
    null
  );
}

function isZone(name: string): boolean {
  try {
    return Temporal.Now.zonedDateTimeISO(name) !== null;
  } catch {
    return false;
  }
}

const TOWNS = new Map(
  Intl.supportedValuesOf("timeZone").map((name) => [wordsOf(name.split("/").at(-1) ?? ""), name]),
);

function guessedName(written: string): string | null {
  const words = ` ${wordsOf(written)} `;
  const towns = [...TOWNS.keys()].filter((town) => words.includes(` ${town} `));
  const town = towns.find((one) => one === "paris") ?? towns[0];
  if (town) return TOWNS.get(town) ?? null;
  const offsets = [...written.matchAll(/(?:GMT|UTC) ?([+-]) ?(\d\d?)(?::?(\d\d))?/gi)].map(
    ([, sign = "", hours = "", minutes = "00"]) => `${sign}${hours.padStart(2, "0")}:${minutes}`,
  );
  return offsets.join(" ") === "+01:00 +02:00" ? HERE : (offsets.find(isZone) ?? null);
}

function wordsOf(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z]+/gi, " ")
    .trim()
    .toLowerCase();
}
