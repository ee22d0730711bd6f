import fs from "node:fs";
import { createRequire } from "node:module";
import { searchKey } from "../texts/search-key.ts";
import type { Point } from "./rules.ts";

/** A commune, or an arrondissement of Paris, Lyon or Marseille. */
export interface Town extends Point {
  name: string;
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
}

let places: Places | undefined;

/** The file is looked for by the package's own names, since a build lies elsewhere than its sources. */
function readPlaces(): Places {
  const path = createRequire(import.meta.url).resolve("#core/places/places.txt");
  const file = fs.readFileSync(path);
  const texts = file.toString("utf8").trimEnd().split("\n");
  const lines = new Int32Array(texts.length + 1);
  const keyStarts = new Int32Array(texts.length);
  const postcodes: number[] = [];
  const keys: string[] = [];
  let keyStart = 1;
  for (const [line, text] of texts.entries()) {
    const [, name = "", codes = ""] = text.split("\t");
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
  const [, name = "", , latitude, longitude, population] = text.split("\t");
  return {
    name,
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
  return mostPopulous(linesOf(`\n${key}\n`)) ?? mostPopulous(linesOf(`\n${key}`));
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

/** The place that somebody typed: a postcode, the name of a commune or its beginning, or both. */
export function findTown(typed: string): { name: string; point: Point } | null {
  const key = searchKey(typed);
  const towns = townsByPostcode(/(?<!\d)\d{5}(?!\d)/.exec(key)?.[0] ?? "");
  const [first] = towns;
  if (first) {
    const named = towns.filter(({ name }) => nameKey(name) === nameKey(key));
    const meant = named.length > 0 ? named : towns;
    return { name: meant.length > 1 ? typed : (meant[0] ?? first).name, point: middleOf(meant) };
  }
  const town = townByName(key.replace(/\bst(e?)\b/g, "saint$1"));
  return town && { name: town.name, point: town };
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
  return key === "" ? null : mostPopulous(linesOf(`\n${key}\n`));
}

/** « St-Étienne » is « Saint-Étienne », « Paris 10 » is Paris. */
export function nameKey(city: string): string {
  return searchKey(city)
    .split(" ")
    .filter((word) => !/^\d+(e|er|eme|ieme)?$|^arr(ondissement)?$|^cedex$/.test(word))
    .map((word) => word.replace(/^st(e?)$/, "saint$1"))
    .join(" ");
}

function middleOf(towns: Town[]): Point {
  const mean = (of: (town: Town) => number) =>
    towns.reduce((sum, town) => sum + of(town), 0) / towns.length;
  return { latitude: mean((town) => town.latitude), longitude: mean((town) => town.longitude) };
}
