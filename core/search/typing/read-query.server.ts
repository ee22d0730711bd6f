import { inhabitantsOf, resolvePlace } from "../../places/resolve-place.server.ts";
import { searchKey } from "../../texts/clean-text.ts";
import type { ReadQuery, SearchQuery } from "../schema.ts";
import { isAlsoWord, readText } from "../split-query/rules.ts";

const REPLACED = {
  date: { date: undefined, days: undefined, from: undefined, to: undefined },
  price_max: { price: undefined },
  place: { near: undefined },
};

/** Turns words into conditions (rule: one-field); a city in « Où ? » always wins. */
export function readQuery(asked: SearchQuery, now: Date, { isForgiving = false } = {}): ReadQuery {
  const { q, location } = asked;
  const kept = asked.words.split(",").filter(Boolean);
  const isPlace = (name: string) => {
    if (location !== "") return null;
    return inhabitantsOf(name) ?? (isForgiving ? inhabitantsMeant(name) : null);
  };
  const { words, conditions, typed } = readText(q, { now, kept, inhabitantsOf: isPlace });
  const { date, days, from, to, price_max, place, radius } = conditions;
  if (isForgiving && place) conditions.place = nameMeant(place) ?? place;
  const isTimed = [date, days, from, to].some(Boolean);
  const isNowhere = ![place, asked.place, asked.near, location].some(Boolean);
  const query = {
    ...asked,
    ...{ q: words, words: words === "" ? "" : asked.words },
    ...(isTimed && REPLACED.date),
    ...(price_max && REPLACED.price_max),
    ...(place && REPLACED.place),
    ...(radius && isNowhere && { filter: "nearby" }),
    ...conditions,
  } as SearchQuery;
  const asWords = [...kept, ...typed.map(searchKey)].join(",");
  return { query, asTyped: typed.length === 0 ? null : { ...asked, page: 1, words: asWords } };
}

function inhabitantsMeant(typed: string): number | null {
  // « demain » is no slip in Denain, wherever it stands.
  if (/^(demain|matin|midi|soir|heure|semaine)s?$/.test(searchKey(typed))) return null;
  const people = inhabitantsOf(typed, { isForgiving: true });
  const isWord = people !== null && isAlsoWord(searchKey(nameMeant(typed) ?? ""));
  return isWord ? null : people;
}

function nameMeant(typed: string): string | null {
  const meant = resolvePlace(typed);
  return meant.kind === "point" ? meant.name : null;
}
