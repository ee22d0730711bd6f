import { expect, test } from "vitest";
import { searchQuery } from "#core/search/schema.ts";
import { sessionsHref } from "./search-address.ts";

test("an address says only what hasCondition the list", () => {
  expect(sessionsHref({})).toBe("/sessions");
  expect(sessionsHref(searchQuery.parse({ sort: "relevance", page: "1", q: "  " }))).toBe(
    "/sessions",
  );
  // The order has a name of its own, which is a word that may be looked for.
  expect(sessionsHref({ q: "relevance", seats: 1 })).toBe("/sessions?q=relevance");
  expect(sessionsHref({ filter: "last-minute", price: "60+", page: 3 })).toBe(
    "/sessions?filter=last-minute&price=60%2B&page=3",
  );
});

test("what an address says is read back as it was", () => {
  const query = searchQuery.parse({
    filter: "nearby",
    q: "yoga & « café »",
    location: "69004",
    category: "Art-thérapie",
    professional: "0192f0a0-7c5a-7000-8000-000000000000",
    price: "20-40",
    date: "2026-11-21",
    from: "18:00",
    to: "24:00",
    duration_max: "60",
    seats: "3",
    mode: "onsite",
    format: "group",
    sort: "price_asc",
    page: "7",
  });
  const address = new URL(sessionsHref(query), "http://localhost");
  expect(searchQuery.parse(Object.fromEntries(address.searchParams))).toEqual(query);
});
