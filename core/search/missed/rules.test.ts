import { expect, test } from "vitest";
import { type OtherSearch, type SearchResult, searchQuery } from "../schema.ts";
import { isTellable, missedBy } from "./rules.ts";

const TOWNS: Record<string, string> = { nantes: "Nantes", "44000": "Nantes" };
const townOf = (typed: string) => TOWNS[typed] ?? null;

const way = (without: OtherSearch["without"], query: object = {}): OtherSearch => ({
  ...{ query: searchQuery.parse(query), without, count: 2, hasMore: false },
  start: new Date("2026-11-20T18:00:00Z"),
});

/** Reads a search with these ways out of it. */
const missed = (
  asked: object,
  otherSearches: Partial<SearchResult["otherSearches"]> = {},
  count = 0,
) =>
  missedBy(
    {
      query: searchQuery.parse(asked),
      count,
      otherSearches: { wider: [], meant: null, elsewhere: [], ...otherSearches },
    },
    townOf,
  );

const PRENATAL = { q: "Massage  prénatal", location: "nantes" };

test("a search that finds nothing is told by its words and town, and where it is nearest", () => {
  const found = { words: "massage prénatal", town: "Nantes", nearest: "" };
  expect(missed(PRENATAL)).toEqual(found);
  expect(missed(PRENATAL, { elsewhere: [way([], { location: "Rezé" })] })).toEqual({
    ...found,
    nearest: "Rezé",
  });
  const around = { q: "massage prénatal", place: "44000" };
  expect(missed(around, { wider: [way(["radius"], { radius: 50 })] })).toEqual({
    ...found,
    nearest: "moins de 50 km",
  });
  expect(missed({ category: "Yoga", q: "yoga" })).toEqual({ words: "yoga", town: "", nearest: "" });
});

test("one that finds something at another time, or as it was meant, is not missed", () => {
  expect(missed(PRENATAL, {}, 3)).toBeNull();
  expect(missed(PRENATAL, { wider: [way(["date"])] })).toBeNull();
  expect(missed(PRENATAL, { meant: way([]) })).toBeNull();
  expect(missed({ ...PRENATAL, date: "today" })).not.toBeNull();
  expect(missed({ ...PRENATAL, date: "today", seats: "3" })).toBeNull();
  expect(missed(PRENATAL, { wider: [way(["q"])] })).not.toBeNull();
});

test("nothing is kept of a position, of one professional's list, of no words at no place", () => {
  expect(missed({ q: "yoga", near: "47.21,-1.55" })).toBeNull();
  expect(missed({ ...PRENATAL, professional: "01a1f947-4d38-7636-b4fb-c69194333b29" })).toBeNull();
  expect(missed({})).toBeNull();
  expect(missed({ q: "yoga", location: "12 rue des Lilas" })).toBeNull();
});

test.each([
  "camille@example.fr",
  "06 12 34 56 78",
  "+33612345678",
  "www.exemple.fr",
  "je cherche un massage pour ma mère qui sort de l'hôpital",
  "x".repeat(61),
  "né le 12/04/1987",
])("« %s » may be personal, and is not counted", (text) => {
  expect(isTellable(text)).toBe(false);
  expect(missed({ q: text, location: "nantes" })).toBeNull();
});

test.each(["massage prénatal", "yoga 90 min", "bain sonore", ""])("« %s » is words", (text) => {
  expect(isTellable(text)).toBe(true);
});
