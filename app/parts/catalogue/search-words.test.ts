import { expect, test } from "vitest";
import { LAST_PAGE } from "#core/search/rules.ts";
import { type SearchResult, searchQuery } from "#core/search/schema.ts";
import { wordSearch } from "./search-words.server.ts";

const END =
  "Fin de la liste : 180 sessions sont montrées. Précisez un lieu, une activité ou un prix pour voir les autres.";

test.each([
  { page: LAST_PAGE, count: 180, hasMore: true, end: END },
  { page: LAST_PAGE - 1, count: 180, hasMore: true, end: null },
  { page: LAST_PAGE, count: 180, hasMore: false, end: null },
  { page: 1, count: 3, hasMore: false, end: null },
])("page $page of $count (more: $hasMore) ends: $end (rule: list-end)", ({ end, ...found }) => {
  const result: SearchResult = {
    ...{ ...found, sessions: [], boosted: [], pageCount: Math.ceil(found.count / 9) },
    ...{ professionalName: null, place: null, category: null },
    waysOut: { wider: [], meant: null, elsewhere: [] },
  };
  expect(wordSearch(searchQuery.parse({}), result).end).toBe(end);
});
