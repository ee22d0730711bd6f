import type { Reader } from "#platform/postgres.server.ts";
import { placeParts } from "../../places/rules.ts";
import { mayMeanPlace, wordStarts } from "../rules.ts";
import type { Suggestion } from "./schema.ts";
import { bookablePlaces, placesStarting, similarPlaces } from "./store.server.ts";

const MOST = 8;

/** Suggests bookable places by `key`, as `search_key` writes it (rule: search-match). */
export async function suggestPlaces(db: Reader, key: string, now: Date): Promise<Suggestion[]> {
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

/** Tries the typed text, then without an arrondissement and « st », then by similarity. */
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
