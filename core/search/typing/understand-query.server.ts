import type { Reader } from "#platform/postgres.server.ts";
import type { SlotKind } from "../../catalogue/schema.ts";
import type { Context } from "../../context.server.ts";
import { ONLINE_WORD } from "../../listings/rules.ts";
import { placeParts } from "../../places/rules.ts";
import { type Area, areaNamed } from "../../texts/departments.ts";
import { searchKey } from "../../texts/search-key.ts";
import {
  isForgiven,
  isOnlinePlace,
  isSmall,
  mayBegin,
  meantCities,
  meantWords,
  NEARBY_RADIUS,
  wherever,
  withOnlineWord,
} from "../rules.ts";
import type { OfferQuery, Target } from "../schema.ts";
import { findNearCells } from "./find-near-cells.server.ts";
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

export interface Place extends Pick<Target, "cities" | "postcode"> {
  /** As `search_key` writes it. */
  key: string;
  /** Whether a slip was forgiven. */
  isForgiven: boolean;
}

/**
 * The meaning of each field of a search. It does not depend on the other fields, so that one can be
 * left out or replaced. Null for a field that is unknown, with which no session can match.
 */
export interface Understood {
  words: Pick<Target, "terms"> | null;
  place: Place | null;
  category: Pick<Target, "type"> | null;
  near: Pick<Target, "around"> | null;
  kind: SlotKind;
  /** The words that were meant by typed ones with a slip. */
  slips: readonly string[];
  /** The rest of the words beside those that nothing has; null where there is none or no such word. */
  others: { unknown: readonly string[]; terms: readonly string[] } | null;
}

/** The meaning of an empty field. */
export const ANYTHING = {
  words: { terms: [] },
  place: { key: "", cities: null, postcode: null, isForgiven: false },
  category: { type: null },
  near: { around: null },
  slips: [],
  others: null,
} satisfies Omit<Understood, "kind">;

/**
 * Converts a search to conditions on search rows (rule: search-match): words to their stems, typing
 * mistakes forgiven (`isForgiven`, `meantWords`), and a place to its cities.
 *
 * @returns null if no session can match, because a word, a place or a category is unknown.
 */
export async function understandQuery(
  ctx: Pick<Context, "reads" | "now">,
  query: OfferQuery,
): Promise<Target | null> {
  return targetOf(await understandTyped(ctx, query), query);
}

/** The same, before the other conditions are added. */
export async function understandTyped(
  { reads, now: clock }: Pick<Context, "reads" | "now">,
  { kind, q, category, radius = NEARBY_RADIUS, ...where }: Typed,
): Promise<Understood> {
  const asked = wherever(where);
  const around = asked.around ? await findNearCells(reads, asked.around, radius) : null;
  const near = asked.around && !around ? null : { around };
  const typed = { kind, q, category, location: asked.location };
  return { ...(await understandWords({ reads, now: clock }, typed)), near, kind };
}

async function understandWords(
  { reads, now: clock }: Pick<Context, "reads" | "now">,
  { kind, q, location, category }: Pick<Typed, "kind" | "q" | "location" | "category">,
): Promise<Omit<Understood, "near" | "kind">> {
  if (q === "" && location === "" && category === "") return ANYTHING;
  const isOnline = isOnlinePlace(searchKey(location));
  const words = isOnline ? `${q} ${ONLINE_WORD}` : withOnlineWord(q);
  const now = clock();
  const typed = await readTyped(reads, { kind, q: words, location, category, now });
  const [known, place] = await Promise.all([
    q !== "" && typed.text === "" ? null : knownTerms(reads, typed.words, { kind, now }),
    location === "" || isOnline ? ANYTHING.place : knownPlace(reads, typed.place),
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

/** Cities as sessions write them, each with its meaning as a place to search in. */
export async function understandCities(
  db: Reader,
  written: readonly string[],
): Promise<Map<string, Place>> {
  const typed = await readPlaces(db, written);
  return new Map(
    typed.map(({ name, ...place }) => [name, { ...place, postcode: null, isForgiven: false }]),
  );
}

/** @returns null when no session can match: what is online is in no place. */
export function targetOf(
  { kind, words, place, category, near }: Understood,
  { professional, price, lastMinute, sort, ...wishes }: Omit<OfferQuery, keyof Typed>,
): Target | null {
  const { seats = 1, format, mode } = wishes;
  if (!words || !place || !category || !near) return null;
  if (format === "individual" && seats > 1) return null;
  const isSomewhere = place.cities !== null || place.postcode !== null || near.around !== null;
  if (mode === "online" && isSomewhere) return null;
  return {
    ...{ kind, ...words },
    ...category,
    ...near,
    cities: place.cities,
    postcode: place.postcode,
    professionalId: professional ?? null,
    price: price ?? null,
    wishes: { ...wishes, seats },
    lastMinute,
    sort,
  };
}

/** A search for all sessions at a time and in an order. */
export function everything({ lastMinute, sort }: Pick<OfferQuery, "lastMinute" | "sort">): Target {
  return {
    kind: "session",
    terms: [],
    cities: null,
    postcode: null,
    type: null,
    professionalId: null,
    price: null,
    around: null,
    wishes: {},
    lastMinute,
    sort,
  };
}

/**
 * The stems of all words, beginning with the longest, which is the most specific, and the words that
 * nothing has. Words such as « le » have no stem and are ignored.
 */
async function knownTerms(
  db: Reader,
  words: readonly TypedWord[],
  among: { kind: SlotKind; now: Date },
): Promise<{ terms: string[]; slips: string[]; unknown: string[] }> {
  const terms = new Set<string>();
  const unknown: string[] = [];
  const slips: string[] = [];
  const asking = words.filter(({ word }) => !isSmall(word));
  for (const typed of asking.sort((a, b) => b.word.length - a.word.length)) {
    const begun =
      typed.isKnown || !mayBegin(typed.word) ? null : await beginningWith(db, typed.word, among);
    const known = typed.isKnown ? typed : begun;
    const meant =
      known || !isForgiven(typed.word) ? null : await forgivenWord(db, typed.word, among);
    const term = (known ?? meant)?.term;
    if (meant) slips.push(meant.word);
    if (term === undefined) unknown.push(typed.word);
    else terms.add(term);
    // Each costs a look: in a text that says nothing to anybody they are not all looked for.
    if (unknown.length > MOST_UNKNOWN) return { terms: [], slips, unknown };
  }
  return { terms: [...terms], slips, unknown };
}

const MOST_UNKNOWN = 2;

/** The word most likely meant, of those that something offered has. */
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

/** « lyon », « 69 », « saint-et », « 69003 Lyon », « Paris 11e », « Marseile », « Bretagne ». */
async function knownPlace(db: Reader, { key, cities }: TypedPlace): Promise<Place | null> {
  const { name, postcode } = placeParts(key);
  const asTyped = { key, isForgiven: false };
  // A city takes precedence over the department of the same name: Paris, Vienne.
  const area = cities.includes(key) ? null : areaNamed(key);
  if (area) return knownArea(db, area, asTyped);
  if (cities.length > 0) return { ...asTyped, cities, postcode: name === "" ? postcode : null };
  if (name === "") return null;
  const [named] = name === key ? [] : await readPlaces(db, [name]);
  if (named && named.cities.length > 0) return { ...asTyped, cities: named.cities, postcode };
  const meant = meantCities(name, await similarPlaces(db, name));
  return meant.length > 0 ? { key, cities: meant, postcode, isForgiven: true } : null;
}

/** A department is a prefix of postcodes; a region is the cities of its departments. */
async function knownArea(
  db: Reader,
  { codes }: Area,
  asTyped: Pick<Place, "key" | "isForgiven">,
): Promise<Place | null> {
  const known = await readPlaces(db, codes);
  const cities = [...new Set(known.flatMap((place) => place.cities))];
  if (cities.length === 0) return null;
  const [code = null] = codes;
  return { ...asTyped, cities, postcode: codes.length === 1 ? code : null };
}
