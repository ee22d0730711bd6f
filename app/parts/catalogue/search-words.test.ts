import { expect, test } from "vitest";
import { LAST_PAGE } from "#core/search/rules.ts";
import { type SearchResult, searchQuery } from "#core/search/schema.ts";
import { sessionsHref } from "./search-address.ts";
import { wordSearch } from "./search-words.server.ts";

const NOTHING: SearchResult = {
  query: searchQuery.parse({}),
  ...{ asTyped: null, area: null, unclear: null, isPlaceUnknown: false },
  ...{ sessions: [], boosted: [], count: 0, hasMore: false, page: 1, pageCount: 0 },
  ...{ professionalName: null, place: null, category: null, around: null, distances: {} },
  otherSearches: { wider: [], meant: null, elsewhere: [] },
};
const END =
  "Fin de la liste : 180 sessions sont montrées. Précisez un lieu, une activité ou un prix pour voir les autres.";

test.each([
  { page: LAST_PAGE, count: 180, hasMore: true, end: END },
  { page: LAST_PAGE - 1, count: 180, hasMore: true, end: null },
  { page: LAST_PAGE, count: 180, hasMore: false, end: null },
  { page: 1, count: 3, hasMore: false, end: null },
])("page $page of $count (more: $hasMore) ends: $end (rule: list-end)", ({ end, ...found }) => {
  const result = { ...NOTHING, ...found, pageCount: Math.ceil(found.count / 9) };
  expect(wordSearch(searchQuery.parse({}), result).end).toBe(end);
});

test.each([
  ["date=today&from=18:00", ["Ce soir"]],
  ["date=tomorrow&from=18:00", ["Demain soir"]],
  ["date=today&from=18:00&to=20:00", ["Aujourd'hui, de 18:00 à 20:00"]],
  ["date=weekend&from=18:00", ["Ce week-end, dès 18:00"]],
  ["date=2026-12-01&from=18:00&to=22:00", ["Mar. 1er déc., de 18:00 à 22:00"]],
  ["to=12:00&seats=3", ["Jusqu'à 12:00", "3 places ou plus"]],
  ["place=annecy&radius=25", ["25 km autour d'annecy"]],
  ["filter=nearby&location=Le Mans", ["10 km autour du Mans"]],
  ["filter=nearby&near=45.75,4.83", ["10 km autour de vous"]],
  ["place=Lyon&location=Paris", ["Paris"]],
  ["duration_max=90&seats=2", ["1h30 au plus", "2 places ou plus"]],
  ["place=Lyon&near=45.75,4.83", ["10 km autour de Lyon"]],
  ["mode=onsite&format=individual&seats=1", ["Sur place", "Individuelle"]],
  ["date=jamais&from=midi&seats=9&mode=visio&near=ici&place=48.8,2.3&radius=200&sort=distance", []],
])("« %s » is told as what hasCondition the list, and can be taken off", (address, labels) => {
  const query = searchQuery.parse(Object.fromEntries(new URLSearchParams(address)));
  const { active } = wordSearch(query, NOTHING);
  expect(active.map(({ label }) => label)).toEqual(labels);
  const left = active.map(({ to }) => new URL(to, "http://localhost").searchParams.size);
  const said = new URL(sessionsHref(query), "http://localhost").searchParams;
  for (const size of left) expect(size).toBeLessThan(said.size);
});

test("a text that was too long is said to be, beside what was found", () => {
  const cut = "Seuls les 200 premiers caractères ont été cherchés.";
  expect(wordSearch(searchQuery.parse({}), NOTHING, cut).found).toBe(`0 session trouvée. ${cut}`);
});
