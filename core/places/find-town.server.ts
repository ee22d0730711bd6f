import fs from "node:fs";
import { createRequire } from "node:module";
import { isOneSlip } from "../texts/one-slip.ts";
import { searchKey } from "../texts/search-key.ts";
import { kilometresBetween, type Point, placeParts } from "./rules.ts";

/** A commune, or an arrondissement of Paris, Lyon or Marseille. */
export interface Town extends Point {
  name: string;
  /** The first of several; empty where its arrondissements have them. */
  postcode: string;
  population: number;
}

/**
 * The communes of France: their lines as they stand in the file, and where to look. Objects for each
 * of 35 000 would take ten times the memory, for as long as the process lives.
 */
interface Places {
  file: Buffer;
  /** Where each line begins, and the end. */
  lines: Int32Array;
  /** The names as `searchKey` writes them, each between line breaks; where each begins. */
  keys: string;
  keyStarts: Int32Array;
  /** Postcode × 65 536 + line, in order. */
  postcodes: Float64Array;
  /** The latitude and the longitude of each line, in turn. */
  points: Float32Array;
}

let places: Places | undefined;

/** The file is looked for by the package's own names, since a build lies elsewhere than its sources. */
function readPlaces(): Places {
  const path = createRequire(import.meta.url).resolve("#core/places/places.txt");
  const file = fs.readFileSync(path);
  const texts = file.toString("utf8").trimEnd().split("\n");
  const lines = new Int32Array(texts.length + 1);
  const keyStarts = new Int32Array(texts.length);
  const points = new Float32Array(2 * texts.length);
  const postcodes: number[] = [];
  const keys: string[] = [];
  let keyStart = 1;
  for (const [line, text] of texts.entries()) {
    const [, name = "", codes = "", latitude, longitude] = text.split("\t");
    points.set([Number(latitude), Number(longitude)], 2 * line);
    const key = searchKey(name);
    lines[line + 1] = (lines[line] ?? 0) + Buffer.byteLength(text) + 1;
    keyStarts[line] = keyStart;
    keyStart += key.length + 1;
    keys.push(key);
    if (codes === "") continue;
    for (const code of codes.split(" ")) postcodes.push(Number(code) * LINES + line);
  }
  const joined = Buffer.from(`\n${keys.join("\n")}\n`).toString("latin1");
  return {
    ...{ file, lines, keyStarts, keys: joined },
    postcodes: Float64Array.from(postcodes).sort(),
    points,
  };
}

const LINES = 65_536;

function loaded(): Places {
  places ??= readPlaces();
  return places;
}

function townAt(line: number): Town {
  const { file, lines } = loaded();
  const text = file.toString("utf8", lines[line], (lines[line + 1] ?? 0) - 1);
  const [, name = "", codes = "", latitude, longitude, population] = text.split("\t");
  return {
    name,
    postcode: codes.slice(0, 5),
    latitude: Number(latitude),
    longitude: Number(longitude),
    population: Number(population),
  };
}

/** The index of the first that is not below `value`, in numbers in order. */
function firstFrom(numbers: Int32Array | Float64Array, value: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Those with this postcode, five digits. */
function townsByPostcode(postcode: string): Town[] {
  if (!/^\d{5}$/.test(postcode)) return [];
  const { postcodes } = loaded();
  const found = [];
  for (let at = firstFrom(postcodes, Number(postcode) * LINES); at < postcodes.length; at += 1) {
    const entry = postcodes[at] ?? 0;
    if (Math.floor(entry / LINES) !== Number(postcode)) break;
    found.push(townAt(entry % LINES));
  }
  return found;
}

/** The most populous of those with this name, as `searchKey` writes it, or with a name that begins so. */
function townByName(key: string): Town | null {
  if (key === "") return null;
  return townNamed(key) ?? mostPopulous(linesOf(`\n${key}`));
}

function linesOf(wanted: string): number[] {
  const { keys, keyStarts } = loaded();
  const found = [];
  for (let at = keys.indexOf(wanted); at >= 0; at = keys.indexOf(wanted, at + 1)) {
    found.push(firstFrom(keyStarts, at + 1));
  }
  return found;
}

function mostPopulous(lines: number[]): Town | null {
  const towns = lines.map(townAt);
  return towns.reduce<Town | null>(
    (most, town) => (most && most.population >= town.population ? most : town),
    null,
  );
}

/**
 * The place that somebody typed: a postcode, the name of a commune or its beginning, or both; « Lyon
 * 3e » for an arrondissement. Where several communes share what was typed, that is the name.
 *
 * @returns `isByName`: whether the name alone leads there.
 */
export function findTown(typed: string): { name: string; point: Point; isByName: boolean } | null {
  const { name, postcode } = placeParts(searchKey(typed));
  const towns = townsByPostcode(postcode ?? "");
  const [first] = towns;
  if (first) {
    const named = towns.filter((town) => nameKey(town.name) === name);
    const meant = named.length > 0 ? named : towns;
    const [one = first] = meant;
    if (meant.length > 1) return { name: typed, point: middleOf(meant), isByName: true };
    return { name: shortName(one), point: one, isByName: isByName(one) };
  }
  const town = townByName(name) ?? townMeant(name);
  return town && { name: shortName(town), point: town, isByName: true };
}

const shortName = ({ name }: Town): string => name.replace(/ Arrondissement$/, "");

/** Whether its short name means it, and no larger commune; an arrondissement has its number. */
function isByName(town: Town): boolean {
  const meant = townNamed(searchKey(town.name));
  return meant?.latitude === town.latitude && meant.longitude === town.longitude;
}

/**
 * The commune or arrondissement that is nearest to a point, as {@link findTown} understands it: with
 * its postcode where another one has the same name (rule: coarse-place).
 */
export function nearestTown(point: Point): string {
  const { points } = loaded();
  let [nearest, least] = [0, Number.POSITIVE_INFINITY];
  for (let line = 0; 2 * line < points.length; line += 1) {
    const [latitude = 0, longitude = 0] = [points[2 * line], points[2 * line + 1]];
    const kilometres = kilometresBetween(point, { latitude, longitude });
    if (kilometres < least) [nearest, least] = [line, kilometres];
  }
  const town = townAt(nearest);
  const name = shortName(town);
  return isByName(town) ? name : `${town.postcode} ${name}`;
}

/** Shorter names are taken as typed. */
const FORGIVEN_LENGTH = 5;

/** The most populous of those whose name is one slip away: « villeurbane ». */
function townMeant(name: string): Town | null {
  if (name.length < FORGIVEN_LENGTH) return null;
  const { keys, keyStarts } = loaded();
  const lines = [...keyStarts.keys()].filter((line) => {
    const start = keyStarts[line] ?? 0;
    const length = (keyStarts[line + 1] ?? keys.length) - 1 - start;
    return (
      Math.abs(length - name.length) <= 1 && isOneSlip(name, keys.slice(start, start + length))
    );
  });
  return mostPopulous(lines);
}

/**
 * The inhabitants of the commune whose whole name this is, 0 for one that is too small to be counted;
 * infinitely many when a postcode or an arrondissement leaves no doubt. Null when it is no place.
 */
export function inhabitantsOf(typed: string): number | null {
  const { name, postcode } = placeParts(searchKey(typed));
  const towns = townsByPostcode(postcode ?? "");
  if (towns.length > 0) {
    const isNamed = name === "" || towns.some((town) => nameKey(town.name) === name);
    return isNamed ? Number.POSITIVE_INFINITY : null;
  }
  const town = name === searchKey(typed).replace(/\bst(e?)\b/g, "saint$1") ? townNamed(name) : null;
  return town?.population ?? null;
}

/** So long and so well known is a name that a slip in it is told from another word: « jours » is not Tours. */
const WELL_KNOWN = { letters: 6, inhabitants: 20_000 };

/** The well-known commune that this whole name means but for one slip; null when it is none. */
export function wellKnownMeant(typed: string): Town | null {
  const key = searchKey(typed);
  const town = key.length < WELL_KNOWN.letters ? null : townMeant(key);
  return town && town.population >= WELL_KNOWN.inhabitants ? town : null;
}

function townNamed(key: string): Town | null {
  return key === "" ? null : mostPopulous(linesOf(`\n${key}\n`));
}

/**
 * The point of an address by its postcode and city: that of the commune, else the middle of those with
 * the postcode, else that of the most populous of the name. Null when neither is known.
 */
export function pointOf({
  city,
  postalCode,
}: {
  city: string | null;
  postalCode: string | null;
}): Point | null {
  const key = nameKey(city ?? "");
  const towns = townsByPostcode(postalCode ?? "");
  const named = towns.filter(({ name }) => nameKey(name) === key);
  if (named.length > 0) return middleOf(named);
  if (towns.length > 0) return middleOf(towns);
  return townNamed(key);
}

/** « St-Étienne » is « Saint-Étienne », « Paris 10 » is Paris. */
const nameKey = (city: string): string => placeParts(searchKey(city)).name;

function middleOf(towns: Town[]): Point {
  const mean = (of: (town: Town) => number) =>
    towns.reduce((sum, town) => sum + of(town), 0) / towns.length;
  return { latitude: mean((town) => town.latitude), longitude: mean((town) => town.longitude) };
}
