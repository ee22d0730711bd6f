import type { Reader } from "#platform/postgres.server.ts";
import type { SlotKind } from "../../catalogue/schema.ts";
import type { Context } from "../../context.server.ts";
import { ONLINE_WORD } from "../../listings/rules.ts";
import type { Area } from "../../places/read-area.server.ts";
import { type MeantPlace, resolvePlace } from "../../places/resolve-place.server.ts";
import { type Point, placeParts } from "../../places/rules.ts";
import { searchKey } from "../../texts/clean-text.ts";
import { isForgiven, meantCities, meantWords } from "../misspelling/rules.ts";
import { isOnlinePlace, NEARBY_RADIUS, wherever, withOnlineWord } from "../rules.ts";
import type { OfferQuery, SearchQuery } from "../schema.ts";
import { findNearCells, type NamedPoint } from "./find-near-cells.server.ts";
import { type Around, POSITION } from "./schema.ts";
import {
  beginningWith,
  isOffered,
  readPlaces,
  readTyped,
  similarPlaces,
  similarWords,
  type TypedPlace,
  type TypedWord,
} from "./store.server.ts";

type Typed = Pick<
  OfferQuery,
  "kind" | "q" | "location" | "category" | "filter" | "near" | "place" | "radius"
>;

export interface Place {
  key: string;
  cities: string[] | null;
  postcode: string | null;
  isForgiven: boolean;
}

/** Each field by itself, so that one can be replaced; null where nothing can match. */
export interface Understood {
  words: { terms: string[] } | null;
  place: Place | null;
  category: { type: string | null } | null;
  near: { around: Around | null } | null;
  middle: NamedPoint | null;
  unclear: readonly string[] | null;
  area: Area | null;
  kind: SlotKind;
  slips: readonly string[];
  /** Null where everything is known, or nothing else remains. */
  others: { unknown: readonly string[]; terms: readonly string[] } | null;
}

export interface UnderstoodQuery {
  query: SearchQuery;
  understood: Understood;
}

export const isPlaceUnknown = ({ place, near }: Understood) => place === null || near === null;

export const ANYTHING = {
  words: { terms: [] },
  place: { key: "", cities: null, postcode: null, isForgiven: false },
  category: { type: null },
  near: { around: null },
  middle: null,
  unclear: null,
  area: null,
  slips: [],
  others: null,
} satisfies Omit<Understood, "kind">;

/** Understands what was typed (rule: search-match). */
export async function understandTyped(
  { reads, now: clock }: Pick<Context, "reads" | "now">,
  { kind, q, category, radius = NEARBY_RADIUS, ...where }: Typed,
): Promise<Understood> {
  const { location, around } = wherever(where);
  const meant = meantBy(around ?? location);
  const isAround = around === undefined ? isNeighbourhood(meant) : meant?.kind !== "area";
  const typed = { kind, q, category, location: isAround ? "" : (around ?? location) };
  const understood = await understandWords({ reads, now: clock }, typed, meant);
  const middle = meant?.kind === "point" ? { name: meant.name, middle: meant.point } : null;
  const isKnown = middle !== null || !isAround;
  const near = isAround && middle ? await findNearCells(reads, middle, radius) : null;
  return {
    ...understood,
    near: isKnown ? { around: near } : null,
    middle,
    area: meant?.kind === "area" ? meant : null,
    unclear: meant?.kind === "unclear" ? meant.names : null,
    kind,
  };
}

type Meant = MeantPlace | { kind: "point"; name: null; point: Point; city: null; postcode: null };

function meantBy(typed: string): Meant | null {
  if (typed === "" || isOnlinePlace(searchKey(typed))) return null;
  const [, latitude, longitude] = POSITION.exec(typed) ?? [];
  if (latitude === undefined) return resolvePlace(typed);
  const point = { latitude: Number(latitude), longitude: Number(longitude) };
  return { kind: "point", name: null, point, city: null, postcode: null };
}

const isNeighbourhood = (meant: Meant | null) =>
  meant?.kind === "point" && meant.city === null && meant.postcode === null;

async function understandWords(
  { reads, now: clock }: Pick<Context, "reads" | "now">,
  { kind, q, location, category }: Pick<Typed, "kind" | "q" | "location" | "category">,
  meant: Meant | null,
): Promise<Omit<Understood, "near" | "middle" | "area" | "unclear" | "kind">> {
  if (q === "" && location === "" && category === "") return ANYTHING;
  const isOnline = location !== "" && meant === null;
  const words = isOnline ? `${q} ${ONLINE_WORD}` : withOnlineWord(q);
  const now = clock();
  const typed = await readTyped(reads, { kind, q: words, location, category, now });
  const [known, place] = await Promise.all([
    q !== "" && typed.text === "" ? null : knownTerms(reads, typed.words, { kind, now }),
    location === "" || meant === null ? ANYTHING.place : knownPlace(reads, typed.place, meant),
  ]);
  const isKnown = known !== null && known.unknown.length === 0;
  return {
    words: isKnown ? { terms: known.terms } : null,
    place,
    category: category !== "" && !typed.type ? null : { type: typed.type },
    slips: known?.slips ?? [],
    others: known && !isKnown && known.terms.length > 0 ? known : null,
  };
}

export async function understandCities(
  db: Reader,
  written: readonly string[],
): Promise<Map<string, Place>> {
  const typed = await readPlaces(db, written);
  return new Map(
    typed.map(({ name, ...place }) => [name, { ...place, postcode: null, isForgiven: false }]),
  );
}

/** Words that mean nothing but which PostgreSQL's French may know only with their accent. */
const SMALL_WORDS = new Set(["a", "les"]);
const PREFIX_LENGTH = 3;

/** Stems of all words, the longest and most specific first; words such as « le » have none. */
async function knownTerms(
  db: Reader,
  words: readonly TypedWord[],
  among: { kind: SlotKind; now: Date },
): Promise<{ terms: string[]; slips: string[]; unknown: string[] }> {
  const terms = new Set<string>();
  const unknown: string[] = [];
  const slips: string[] = [];
  const asking = words.filter(({ word }) => !SMALL_WORDS.has(word));
  for (const typed of asking.sort((a, b) => b.word.length - a.word.length)) {
    const mayBegin = !typed.isKnown && typed.word.length >= PREFIX_LENGTH;
    const begun = mayBegin ? await beginningWith(db, typed.word, among) : null;
    const known = typed.isKnown ? typed : begun;
    const meant =
      known || !isForgiven(typed.word) ? null : await forgivenWord(db, typed.word, among);
    const term = (known ?? meant)?.term;
    if (meant) slips.push(meant.word);
    if (term === undefined) unknown.push(typed.word);
    else terms.add(term);
    if (unknown.length > MAX_UNKNOWN) return { terms: [], slips, unknown };
  }
  return { terms: [...terms], slips, unknown };
}

const MAX_UNKNOWN = 2;

async function forgivenWord(
  db: Reader,
  typed: string,
  among: { kind: SlotKind; now: Date },
): Promise<{ word: string; term: string } | null> {
  for (const meant of meantWords(typed, await similarWords(db, typed))) {
    if (await isOffered(db, meant.term, among)) return meant;
  }
  return null;
}

async function knownPlace(
  db: Reader,
  { key, cities }: TypedPlace,
  meant: Meant,
): Promise<Place | null> {
  const asTyped = { key, isForgiven: false };
  if (meant.kind === "area") return knownArea(db, meant, asTyped);
  if (/^\d+$/.test(key) && cities.length > 0) return { ...asTyped, cities, postcode: key };
  if (meant.kind === "point" && meant.city !== null) {
    const { city, postcode } = meant;
    const [named] = city === key ? [] : await readPlaces(db, [city]);
    const known = [...cities, ...(named?.cities ?? [])];
    const own = known.filter((one) => isCity(one, city) || isCity(one, key));
    const isMeantSo = "isForgiven" in meant && meant.isForgiven;
    // Where nothing is offered, it is known all the same.
    const found = own.length > 0 ? [...new Set(own)] : [city];
    return { key, isForgiven: isMeantSo, cities: found, postcode };
  }
  if (meant.kind === "abroad") return null;
  if (cities.length > 0) return { ...asTyped, cities, postcode: null };
  const name = placeParts(key).name;
  const similar = meantCities(name, await similarPlaces(db, name));
  return similar.length > 0 ? { key, cities: similar, postcode: null, isForgiven: true } : null;
}

const isCity = (written: string, city: string) =>
  written === city || (written.startsWith(`${city} `) && /^ \d/.test(written.slice(city.length)));

async function knownArea(
  db: Reader,
  { codes }: Area,
  asTyped: Pick<Place, "key" | "isForgiven">,
): Promise<Place> {
  const known = await readPlaces(db, codes);
  const cities = [...new Set(known.flatMap((place) => place.cities))];
  const [code = null] = codes;
  return { ...asTyped, cities, postcode: codes.length === 1 ? code : null };
}
