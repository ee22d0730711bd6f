import * as addresses from "#site/addresses.ts";
import { searchKey } from "../texts/clean-text.ts";

export const LANDING_CARDS = 6;
export const NEIGHBOURS = 12;
export const CITIES = {
  page: { sample: 3_000, limit: 24 },
  index: { sample: 200, limit: 4 },
};

/** Below the 50 000 addresses that a sitemap may list, to leave room for rows added in between. */
export const SITEMAP_RANGE = 45_000;

/** Writes a name for an address: « Saint-Étienne » → `saint-etienne`. */
export function slugOf(name: string): string {
  return searchKey(name).replaceAll(" ", "-");
}

export function keyOf(slug: string): string {
  return slug.replaceAll("-", " ");
}

export function markOf(type: string): string {
  return `#${searchKey(type)}`;
}

export function landingPath(...names: readonly string[]): string {
  return [addresses.landings, ...names.map(slugOf)].join("/");
}
