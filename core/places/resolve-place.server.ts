import { searchKey } from "../texts/clean-text.ts";
import { isOneSlip } from "../texts/one-slip.ts";
import {
  type Commune,
  communesBeginning,
  communesByPostcode,
  communesNamed,
  nearestCommune,
  TOWN,
  townsOneSlipAway,
} from "./find-communes.server.ts";
import foreignTowns from "./foreign-towns.json" with { type: "json" };
import neighbourhoods from "./neighbourhoods.json" with { type: "json" };
import { type Area, areaNamed, areaOneSlipAway } from "./read-area.server.ts";
import { ARRONDISSEMENTS, middleOf, type Point } from "./rules.ts";

/** What somebody means by the place that they typed (rule: typed-place). */
export type MeantPlace =
  | MeantPoint
  | ({ kind: "area" } & Area)
  | { kind: "unclear"; names: string[] }
  | typeof ABROAD
  | typeof UNKNOWN;

interface MeantPoint {
  kind: "point";
  name: string;
  point: Point;
  /** Null for a postcode that several communes share, and for a neighbourhood. */
  city: string | null;
  postcode: string | null;
  isForgiven: boolean;
}

type Found =
  | { kind: "commune"; commune: Commune; postcode?: string; isSure?: boolean; isForgiven?: boolean }
  | { kind: "communes"; communes: readonly Commune[] }
  | { kind: "postcode"; communes: readonly Commune[]; postcode: string }
  | {
      kind: "neighbourhoods";
      found: readonly Neighbourhood[];
      isSure?: boolean;
      isForgiven?: boolean;
    }
  | ({ kind: "area" } & Area)
  | typeof ABROAD
  | typeof UNKNOWN;

const UNKNOWN = { kind: "unknown" } as const;
const ABROAD = { kind: "abroad" } as const;

const LARGE_TOWN = 10_000;
const FORGIVEN_LENGTH = 5;
const MAX_NAMES = 4;
/** Ratio of populations from which the longer name is the one that is meant. */
const OTHER_IS_LARGER = 4;

const SAYING_NOTHING = new Set(["arr", "arrondissement", "cedex", "centre", "ville"]);
const BEGINNINGS = new Set([
  ...["aire", "baie", "bar", "basse", "bois", "bouc", "bras", "champs", "chateau", "fort"],
  ...["grand", "grande", "gros", "l", "la", "le", "les", "maisons", "mont", "petit", "petite"],
  ...["plan", "pointe", "pont", "port", "porto", "ris", "rive", "riviere", "roche", "saint"],
  ...["sainte", "salon", "six", "trans", "val", "vals", "ville"],
]);

const FOREIGN = new Set(Object.values(foreignTowns).flat().map(searchKey));

const COUNTRIES = readCountries();

function readCountries(): Set<string> {
  const names = new Intl.DisplayNames("fr", { type: "region", fallback: "none" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const codes = letters.flatMap((one) => letters.map((other) => one + other));
  const found = codes.map((code) => searchKey(names.of(code) ?? ""));
  const served = ["", "france", "monaco", "la reunion"];
  return new Set(
    [...found, "angleterre", "ecosse", "quebec"].filter((name) => !served.includes(name)),
  );
}

interface Neighbourhood {
  name: string;
  city: string;
  cityKey: string;
  point: Point;
}

const withoutArticle = (key: string) => key.replace(/^(le|la|les|l) /, "");

const NEIGHBOURHOODS = Map.groupBy(
  Object.entries(neighbourhoods).flatMap(([city, named]) =>
    Object.entries(named).map(
      ([name, [latitude = 0, longitude = 0]]): Neighbourhood => ({
        ...{ name, city, cityKey: searchKey(city), point: { latitude, longitude } },
      }),
    ),
  ),
  ({ name }) => withoutArticle(searchKey(name)),
);

const neighbourhoodsNamed = (key: string) => NEIGHBOURHOODS.get(withoutArticle(key)) ?? [];

export function resolvePlace(typed: string): MeantPlace {
  return nameFound(find(typed, true));
}

function nameFound(found: Found): MeantPlace {
  switch (found.kind) {
    case "commune": {
      const { commune, postcode = null, isForgiven = false } = found;
      const city = cityOf(commune);
      return {
        ...{ kind: "point", name: nameOf(commune), point: commune, city, isForgiven },
        postcode: postcode ?? (city === commune.key ? null : commune.postcode),
      };
    }
    case "postcode": {
      const { communes, postcode } = found;
      return {
        ...{ kind: "point", name: postcode, point: middleOf(communes), city: null, postcode },
        isForgiven: false,
      };
    }
    case "neighbourhoods": {
      const { found: near, isForgiven = false } = found;
      const names = near.map(({ name, city }) => `${name}, ${city}`);
      const [name, ...others] = names;
      const [one] = near;
      if (!one || !name || others.length > 0) return { kind: "unclear", names };
      return { kind: "point", name, point: one.point, city: null, postcode: null, isForgiven };
    }
    case "communes": {
      const names = new Set(found.communes.slice(0, MAX_NAMES).map(nameOf));
      return { kind: "unclear", names: [...names] };
    }
    default:
      return found;
  }
}

function find(typed: string, isForgiving: boolean): Found {
  const words = searchKey(typed).replace(JOINED, "$1 ").split(" ");
  const named = words.filter((word) => !isNumber(word));
  const said = named.filter((word) => !SAYING_NOTHING.has(word));
  const name = (said.length > 0 ? said : named).join(" ");
  const [number, ...others] = words.filter(isNumber);
  if (number === undefined) return findNamed(named.join(" "), name, isForgiving);
  if (others.length > 0) return UNKNOWN;
  if (/^\d{5}$/.test(number)) return findByPostcode(number, name);
  const department = areaNamed(number.padStart(2, "0"));
  if (name === "") return department ? { kind: "area", ...department } : UNKNOWN;
  const isArea = typed.replaceAll(/\s/g, "").includes(`(${number})`);
  const district = isArea ? null : findDistrict(name, Number.parseInt(number, 10));
  if (district) return district;
  return department ? findIn(name, department) : UNKNOWN;
}

const isNumber = (word: string) => /^(\d+(e|er|eme|ieme)?|2[ab])$/.test(word);

const JOINED = new RegExp(`\\b(${Object.keys(ARRONDISSEMENTS).join("|")})(?=\\d)`);

function findDistrict(name: string, number: number): Found | null {
  const city = ARRONDISSEMENTS[name];
  const ordinal = `${number}${number === 1 ? "er" : "e"}`;
  const [commune] = city ? communesNamed(`${name} ${ordinal} arrondissement`) : [];
  if (!city || !commune) return null;
  return { kind: "commune", commune, postcode: String(city.before + number), isSure: true };
}

function findByPostcode(postcode: string, name: string): Found {
  const communes = communesByPostcode(postcode);
  const named = communes.filter((commune) => spellingsOf(name).includes(cityOf(commune)));
  const all = name === "" ? communes : named;
  const own = all.filter((commune) => commune.postcode === postcode);
  const [one, ...others] = own.length === 1 ? own : all;
  if (others.length > 0) return { kind: "postcode", communes: all, postcode };
  if (one) return { kind: "commune", commune: one, postcode, isSure: true };
  if (name === "") {
    const city = Object.entries(ARRONDISSEMENTS).find(([, { before }]) => before === +postcode);
    return city ? findAlone(city[0]) : UNKNOWN;
  }
  // The post office has more numbers than the file, for firms and whole cities: « 69000 Lyon ».
  const department = areaNamed(postcode.slice(0, postcode.startsWith("97") ? 3 : 2));
  return department ? findIn(name, department) : UNKNOWN;
}

function findNamed(typed: string, name: string, isForgiving: boolean): Found {
  const alone = findAlone(typed);
  if (alone.kind !== "unknown") return alone;
  if (name !== typed) {
    const found = findNamed(name, name, isForgiving);
    return found.kind === "unknown" && isForgiving ? forgive(typed) : found;
  }
  const words = name.split(" ");
  for (let at = 1; at < words.length; at += 1) {
    const [before, behind] = [words.slice(0, at).join(" "), words.slice(at).join(" ")];
    if (behind === "france") return findNamed(before, before, isForgiving);
    const found = findBeside(before, behind) ?? findBeside(behind, before);
    if (found) return found;
    if (COUNTRIES.has(behind)) return ABROAD;
  }
  return isForgiving ? forgive(name) : UNKNOWN;
}

function findBeside(name: string, around: string): Found | null {
  const area = areaNamed(around);
  const found = area ? findIn(name, area) : UNKNOWN;
  if (found.kind !== "unknown") return found;
  const near = neighbourhoodsNamed(name).filter(({ cityKey }) => cityKey === around);
  return near.length > 0 ? { kind: "neighbourhoods", found: near, isSure: true } : null;
}

function findAlone(name: string): Found {
  if (name === "") return UNKNOWN;
  const named = namedOf(name);
  const people = mostPeople(named);
  if (people < TOWN && (FOREIGN.has(name) || COUNTRIES.has(name))) {
    const area = areaNamed(name);
    return area ? { kind: "area", ...area } : ABROAD;
  }
  const longer = longerThan(name).filter(({ population }) => population >= LARGE_TOWN);
  // « Clermont » is a town, and what many call a much larger one.
  const isOther = people >= TOWN && mostPeople(longer) >= OTHER_IS_LARGER * people;
  if (isOther) return { kind: "communes", communes: [...named.slice(0, 1), ...longer] };
  if (people >= LARGE_TOWN) return decide(named);
  const area = areaNamed(name);
  if (area) return { kind: "area", ...area };
  if (people >= TOWN) return decide(named);
  const near = neighbourhoodsNamed(name);
  if (near.length > 0) return { kind: "neighbourhoods", found: near };
  return decide(longer.length > 0 ? longer : named);
}

function findIn(name: string, { codes }: Area): Found {
  const isThere = ({ department }: Commune) => codes.includes(department);
  const named = namedOf(name).filter(isThere);
  const found = decide(named.length > 0 ? named : longerThan(name).filter(isThere));
  if (found.kind !== "commune") return found;
  return { ...found, postcode: found.commune.department, isSure: true };
}

function forgive(name: string): Found {
  if (name.length < FORGIVEN_LENGTH) return UNKNOWN;
  const town = decide(byPeople(townsOneSlipAway(name)));
  if (town.kind === "commune") return { ...town, isForgiven: true };
  if (town.kind !== "unknown") return town;
  const near = [...NEIGHBOURHOODS].flatMap(([key, named]) => (isOneSlip(name, key) ? named : []));
  if (near.length > 0) return { kind: "neighbourhoods", found: near, isForgiven: true };
  const area = areaOneSlipAway(name);
  return area ? { kind: "area", ...area } : UNKNOWN;
}

function namedOf(name: string): Commune[] {
  const spellings = spellingsOf(name);
  const whole = spellings.flatMap(communesNamed);
  if (whole.length > 0) return byPeople(whole);
  const longer = ["le", "la", "les", "l"].flatMap((article) =>
    spellings.flatMap((spelling) => communesNamed(`${article} ${spelling}`)),
  );
  return byPeople(longer.filter(({ population }) => population >= TOWN));
}

function longerThan(name: string): Commune[] {
  return BEGINNINGS.has(name) ? [] : byPeople(spellingsOf(name).flatMap(communesBeginning));
}

function spellingsOf(name: string): string[] {
  const words = name
    .replace(/ s s /, " sous ")
    .split(" ")
    .map((word) => word.replace(/^st(e?)$/, "saint$1"));
  const isShort = (word: string, at: number) => at > 0 && /^ss?$/.test(word);
  if (!words.some(isShort)) return [words.join(" ")];
  return ["sur", "sous"].map((full) =>
    words.map((word, at) => (isShort(word, at) ? full : word)).join(" "),
  );
}

const cityOf = ({ key }: Commune) => key.replace(/ \d+er? arrondissement$/, "");

const isOverseas = ({ department }: Commune) => department.startsWith("97");

function byPeople(communes: readonly Commune[]): Commune[] {
  const rank = (one: Commune) => Number(isOverseas(one) || one.population < TOWN);
  return communes.toSorted(
    (one, other) => rank(one) - rank(other) || other.population - one.population,
  );
}

const mostPeople = ([first]: readonly Commune[]) => first?.population ?? 0;

function decide(communes: readonly Commune[]): Found {
  const [first, next] = communes;
  if (!first) return UNKNOWN;
  const isClear =
    !next ||
    (first.population > 0 && first.population >= 2 * next.population) ||
    (first.population >= TOWN && !isOverseas(first) && isOverseas(next));
  return isClear ? { kind: "commune", commune: first } : { kind: "communes", communes };
}

function nameOf(commune: Commune): string {
  const name = commune.name.replace(/ Arrondissement$/, "");
  const meant = find(name, false);
  const isIt = meant.kind === "commune" && meant.commune.latitude === commune.latitude;
  return isIt || commune.postcode === "" ? name : `${commune.postcode} ${name}`;
}

/** Names the commune nearest to a point (rule: coarse-place). */
export const nearestTown = (point: Point): string => nameOf(nearestCommune(point));

/** Forgives a slip only in names that are long and well known: « jours » is not Tours. */
const WELL_KNOWN = { letters: 6, inhabitants: 20_000 };

/** Inhabitants of a named place: infinite if unmistakable, null for no place. */
export function inhabitantsOf(typed: string, { isForgiving = false } = {}): number | null {
  // « 60 » may be minutes.
  if (/^\s*\d{1,3}\s*$/.test(typed)) return null;
  const found = find(typed, isForgiving && typed.length >= WELL_KNOWN.letters);
  const people = peopleOf(found);
  const isKnown = people !== null && (!("isForgiven" in found) || people >= WELL_KNOWN.inhabitants);
  return isKnown ? people : null;
}

function peopleOf(found: Found): number | null {
  if (found.kind === "unknown" || found.kind === "abroad") return null;
  if (found.kind === "postcode" || ("isSure" in found && found.isSure)) return Infinity;
  if (found.kind === "commune") return found.commune.population;
  // A name that several villages share means none of them by itself.
  if (found.kind === "communes")
    return mostPeople(found.communes) >= TOWN ? mostPeople(found.communes) : null;
  return LARGE_TOWN;
}

export function pointOf(address: { city: string | null; postalCode: string | null }): Point | null {
  const communes = communesByPostcode(address.postalCode ?? "");
  const key = searchKey(address.city ?? "")
    .split(" ")
    .filter((word) => !isNumber(word))
    .join(" ");
  const named = communes.filter((commune) => spellingsOf(key).includes(cityOf(commune)));
  if (named.length > 0) return middleOf(named);
  if (communes.length > 0) return middleOf(communes);
  const alike = spellingsOf(key).flatMap(communesNamed);
  return alike.toSorted((one, other) => other.population - one.population)[0] ?? null;
}
