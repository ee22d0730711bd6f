import fs from "node:fs";
import { createRequire } from "node:module";
import { searchKey } from "../texts/clean-text.ts";
import { isOneSlip } from "../texts/one-slip.ts";
import type { Area } from "./read-area.server.ts";
import { kilometresBetween, middleOf, type Point } from "./rules.ts";

export interface Commune extends Point {
  name: string;
  key: string;
  postcode: string;
  department: string;
  population: number;
}

/** Indexes into a file's lines, since 35 000 objects would take ten times the memory. */
interface Communes {
  file: Buffer;
  lines: Int32Array;
  keys: string;
  keyStarts: Int32Array;
  byKey: Int32Array;
  towns: Int32Array;
  /** Postcode × 65 536 + line, in order. */
  postcodes: Float64Array;
  points: Float32Array;
  departments: Map<string, Point>;
}

/** A slip in the name of a town is forgiven, and an article left out. */
export const TOWN = 2_000;

let communes: Communes | undefined;

/** Finds the file by the package's own names, since a build lies elsewhere than its sources. */
function readCommunes(): Communes {
  const path = createRequire(import.meta.url).resolve("#core/places/places.txt");
  const file = fs.readFileSync(path);
  const texts = file.toString("utf8").trimEnd().split("\n");
  const lines = new Int32Array(texts.length + 1);
  const keyStarts = new Int32Array(texts.length + 1);
  const points = new Float32Array(2 * texts.length);
  const postcodes: number[] = [];
  const keys: string[] = [];
  const towns: number[] = [];
  const byDepartment = new Map<string, Point[]>();
  for (const [line, text] of texts.entries()) {
    const [code = "", name = "", codes = "", latitude, longitude, population] = text.split("\t");
    const point = { latitude: Number(latitude), longitude: Number(longitude) };
    const department = departmentOf(code);
    const known = byDepartment.get(department);
    if (known) known.push(point);
    // Monaco is in none.
    else if (department !== "99") byDepartment.set(department, [point]);
    if (Number(population) >= TOWN) towns.push(line);
    points.set([point.latitude, point.longitude], 2 * line);
    const key = searchKey(name);
    lines[line + 1] = (lines[line] ?? 0) + Buffer.byteLength(text) + 1;
    keyStarts[line + 1] = (keyStarts[line] ?? 0) + key.length;
    keys.push(key);
    if (codes === "") continue;
    for (const code of codes.split(" ")) postcodes.push(Number(code) * LINES + line);
  }
  const order = Int32Array.from(keys.keys()).sort((one, other) =>
    (keys[one] ?? "") < (keys[other] ?? "") ? -1 : 1,
  );
  return {
    ...{ file, lines, keyStarts, byKey: order, towns: Int32Array.from(towns) },
    // One string of bytes, and not a tree of 35 000.
    keys: Buffer.from(keys.join("")).toString("latin1"),
    postcodes: Float64Array.from(postcodes).sort(),
    points,
    departments: new Map([...byDepartment].map(([code, all]) => [code, middleOf(all)])),
  };
}

const departmentOf = (code: string) =>
  /^2[AB]/.test(code) ? "20" : code.slice(0, code.startsWith("97") ? 3 : 2);

/** From the postcode's own outwards; empty for a postcode that is in none. */
export function departmentsAround(postcode: string): string[] {
  const { departments } = loaded();
  const home = departments.get(postcode.slice(0, 3)) ?? departments.get(postcode.slice(0, 2));
  if (!home) return [];
  return [...departments]
    .sort(([, one], [, other]) => kilometresBetween(home, one) - kilometresBetween(home, other))
    .map(([code]) => code);
}

const LINES = 65_536;

function loaded(): Communes {
  communes ??= readCommunes();
  return communes;
}

function communeAt(line: number): Commune {
  const { file, lines } = loaded();
  const text = file.toString("utf8", lines[line], (lines[line + 1] ?? 0) - 1);
  const [code = "", name = "", codes = "", latitude, longitude, population] = text.split("\t");
  return {
    name,
    key: searchKey(name),
    postcode: codes.slice(0, 5),
    department: departmentOf(code),
    latitude: Number(latitude),
    longitude: Number(longitude),
    population: Number(population),
  };
}

function firstFrom(length: number, isFrom: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isFrom(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function keyAt(line: number): string {
  const { keys, keyStarts } = loaded();
  return keys.slice(keyStarts[line], keyStarts[line + 1]);
}

export function communesByPostcode(postcode: string): Commune[] {
  if (!/^\d{5}$/.test(postcode)) return [];
  const { postcodes } = loaded();
  const found = [];
  const least = Number(postcode) * LINES;
  const from = firstFrom(postcodes.length, (index) => (postcodes[index] ?? 0) >= least);
  for (const entry of postcodes.subarray(from)) {
    if (Math.floor(entry / LINES) !== Number(postcode)) break;
    found.push(communeAt(entry % LINES));
  }
  return found;
}

export function middleOfArea({ codes }: Area): Point {
  const { postcodes, points } = loaded();
  const found = codes.flatMap((code) => {
    const ends = [Number(code), Number(code) + 1].map((least) => {
      const first = least * 10 ** (5 - code.length) * LINES;
      return firstFrom(postcodes.length, (index) => (postcodes[index] ?? 0) >= first);
    });
    return [...postcodes.subarray(...ends)].map((entry) => {
      const line = entry % LINES;
      const [latitude = 0, longitude = 0] = [points[2 * line], points[2 * line + 1]];
      return { latitude, longitude };
    });
  });
  return middleOf(found);
}

export const communesNamed = (key: string) => communesFrom(key, (found) => found === key);

export const communesBeginning = (key: string) =>
  communesFrom(`${key} `, (found) => found.startsWith(`${key} `));

function communesFrom(least: string, isWanted: (key: string) => boolean): Commune[] {
  const { byKey } = loaded();
  const found = [];
  const from = firstFrom(byKey.length, (index) => keyAt(byKey[index] ?? 0) >= least);
  for (const line of byKey.subarray(from)) {
    if (!isWanted(keyAt(line))) break;
    found.push(communeAt(line));
  }
  return found;
}

export function townsOneSlipAway(key: string): Commune[] {
  const { towns, keyStarts } = loaded();
  const isAsLong = (line: number) =>
    Math.abs((keyStarts[line + 1] ?? 0) - (keyStarts[line] ?? 0) - key.length) <= 1;
  const meant = towns.filter((line) => isAsLong(line) && isOneSlip(key, keyAt(line)));
  return Array.from(meant, communeAt);
}

export function nearestCommune(point: Point): Commune {
  const { points } = loaded();
  let [nearest, least] = [0, Number.POSITIVE_INFINITY];
  for (let line = 0; 2 * line < points.length; line += 1) {
    const [latitude = 0, longitude = 0] = [points[2 * line], points[2 * line + 1]];
    const kilometres = kilometresBetween(point, { latitude, longitude });
    if (kilometres < least) [nearest, least] = [line, kilometres];
  }
  return communeAt(nearest);
}
