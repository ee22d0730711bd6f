import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { searchQuery } from "#core/search/schema.ts";
import { timeLabel } from "../search-words.server.ts";
import { SearchBar } from "./search-bar.tsx";

/** The bar above the list of an address. */
function bar(address: string): string {
  const query = searchQuery.parse(Object.fromEntries(new URLSearchParams(address)));
  const element = <SearchBar query={query} categories={[]} time={timeLabel(query)} />;
  const router = createMemoryRouter([{ path: "/", element }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test.each([
  ["place=Lyon 3e&radius=5", 'name="place"', 'value="Lyon 3e"'],
  ["location=Lyon", 'name="location"', 'value="Lyon"'],
  ["near=45.76,4.84", 'name="location"', 'placeholder="Votre position"'],
  ["q=yoga", 'name="location"', 'placeholder="Ville ou code postal"'],
])("« Où ? » says where the list of « %s » is", (address, name, said) => {
  const field = /Où \?.*?<input([^>]*)>/.exec(bar(address))?.[1];
  expect(field).toContain(name);
  expect(field).toContain(said);
});

test.each([
  ["q=massage&place=69003&date=tomorrow&from=18:00", "massage", "69003 · Demain soir"],
  ["category=Yoga&near=45.76,4.84", "Yoga", "À proximité"],
  ["date=weekend", "Toutes les pratiques", "Partout · Ce week-end"],
])("folded, the bar of « %s » says what, where and when", (address, ...said) => {
  const folded = /Modifier la recherche : (.*?)<\/button>/.exec(bar(address))?.[1];
  expect(folded?.split(/<[^>]*>/).filter((text) => text !== "")).toEqual(said);
});

test.each([
  ["filter=nearby", false],
  ["q=yoga&location=Lyon", false],
  ["filter=nearby&location=Lyon", true],
  ["place=Lyon", true],
  ["near=45.76,4.84", true],
])("« À proximité » is lit by « %s »: %s", (address, isLit) => {
  const link = /<a ([^>]*)>(?:(?!<a ).)*À proximité<\/a>/.exec(bar(address))?.[1];
  expect(link?.includes('aria-current="true"')).toBe(isLit);
});
