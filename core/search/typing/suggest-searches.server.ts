import type { Reader } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { parseInput } from "../../parse.ts";
import { placeParts } from "../../places/rules.ts";
import { isForgiven, isStartButForOneSlip, mayMeanPlace } from "../misspelling/rules.ts";
import { wordStarts } from "../rules.ts";
import { type Suggestion, suggestionQuery } from "./schema.ts";
import {
  bookablePlaces,
  bookableTypes,
  citiesNamed,
  isOffered,
  placesStarting,
  professionalsNamed,
  readKey,
  similarPlaces,
  similarWords,
} from "./store.server.ts";

const MOST = 8;

/** Suggests bookable places by `key`, as `search_key` writes it (rule: search-match). */
async function suggestPlaces(db: Reader, key: string, now: Date): Promise<Suggestion[]> {
  const { name, postcode } = placeParts(key);
  const places =
    postcode === null
      ? { postcodes: [], ...(await citiesMeant(db, key, name)) }
      : { name, ...(await postcodesMeant(db, postcode, name)) };
  const found = await bookablePlaces(db, places, { name: places.name, now, limit: MOST });
  return found.map((place) => ({
    kind: "place",
    label: place.postcode === null ? place.written : `${place.postcode} ${place.written}`,
    id: null,
    city: null,
  }));
}

async function postcodesMeant(db: Reader, postcode: string, name: string) {
  const starting = await placesStarting(db, postcode);
  const fitting = starting.filter(({ city }) =>
    wordStarts(city).some((start) => start.startsWith(name)),
  );
  return {
    cities: fitting.map(({ city }) => city),
    postcodes: fitting.map(({ start }) => start),
  };
}

async function citiesMeant(
  db: Reader,
  key: string,
  name: string,
): Promise<{ cities: string[]; name: string }> {
  const distinct = (places: { city: string }[]) => [...new Set(places.map(({ city }) => city))];
  for (const typed of new Set([key, name])) {
    const starting = typed === "" ? [] : await placesStarting(db, typed);
    if (starting.length > 0) return { cities: distinct(starting), name };
  }
  const similar = await similarPlaces(db, name);
  const cities = distinct(similar.filter(({ start }) => mayMeanPlace(name, start)));
  return { cities, name: cities[0] ?? name };
}

const MAX_ACTIVITIES = 4;
const MAX_PROFESSIONALS = 5;

/** Forgives a slip only if nothing matches (rule: search-match); `key` is as by `search_key`. */
async function suggestPractices(db: Reader, key: string, now: Date): Promise<Suggestion[]> {
  const [types, professionals] = await Promise.all([
    bookableTypes(db, now),
    professionalsNamed(db, key, MAX_PROFESSIONALS),
  ]);
  const starting = types.filter((type) =>
    wordStarts(type.key).some((text) => text.startsWith(key)),
  );
  if (starting.length > 0 || professionals.length > 0) return suggested(starting, professionals);

  const meant = await forgiven(db, key, now);
  return suggested(
    types.filter((type) => wordStarts(type.key).some((text) => isStartButForOneSlip(key, text))),
    meant === null ? [] : await professionalsNamed(db, meant, MAX_PROFESSIONALS),
  );
}

function suggested(
  types: readonly { name: string }[],
  professionals: readonly { id: string; name: string; city: string | null }[],
): Suggestion[] {
  return [
    ...types
      .slice(0, MAX_ACTIVITIES)
      .map(({ name }) => ({ kind: "activity" as const, label: name, id: null, city: null })),
    ...professionals.map(({ id, name, city }) => ({
      kind: "professional" as const,
      label: name,
      id,
      city,
    })),
  ];
}

async function forgiven(db: Reader, key: string, now: Date): Promise<string | null> {
  const [longest = ""] = key.split(" ").sort((a, b) => b.length - a.length);
  if (!isForgiven(longest)) return null;
  for (const { word, term } of await similarWords(db, longest)) {
    const isMeant = isStartButForOneSlip(longest, word);
    if (isMeant && (await isOffered(db, term, { kind: "session", now }))) {
      return key.replace(longest, word);
    }
  }
  return null;
}

/** @throws AppError `invalid_input` */
export async function suggestSearches(ctx: Context, raw: unknown): Promise<Suggestion[]> {
  const { field, q } = parseInput(suggestionQuery, raw);
  const key = await readKey(ctx.reads, q);
  if (key === "") return [];
  return field === "where"
    ? suggestPlaces(ctx.reads, key, ctx.now())
    : suggestPractices(ctx.reads, key, ctx.now());
}

const MAX_WORDS = 5;

interface Typed {
  q: string;
  location: string;
}

/** Only suggests, since results always match the typed words (rule: search-match). */
export async function suggestCorrection(
  ctx: Context,
  { q, location }: Typed,
): Promise<Typed | null> {
  if (location !== "") {
    const [place] = await suggestPlaces(ctx.reads, await readKey(ctx.reads, location), ctx.now());
    return place ? { q, location: place.label } : null;
  }
  const cuts = cutsOf(q);
  const keys = await citiesNamed(
    ctx.reads,
    cuts.map(({ name }) => name),
  );
  const cut = cuts.find(({ name }) => keys.has(name));
  const city = cut && keys.get(cut.name);
  if (!city) return null;
  const places = { cities: [city], postcodes: [] };
  const [place] = await bookablePlaces(ctx.reads, places, { name: city, now: ctx.now(), limit: 1 });
  return place ? { q: cut.rest, location: place.written } : null;
}

function cutsOf(q: string): { name: string; rest: string }[] {
  const words = q.split(/\s+/).filter(Boolean);
  const lengths = words.slice(0, MAX_WORDS).map((_, index) => index + 1);
  return lengths.reverse().flatMap((length) => [
    {
      name: words.slice(-length).join(" "),
      rest: words
        .slice(0, -length)
        .join(" ")
        .replace(/(^| )[àa]$/i, ""),
    },
    { name: words.slice(0, length).join(" "), rest: words.slice(length).join(" ") },
  ]);
}
