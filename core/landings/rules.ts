import * as addresses from "#site/addresses.ts";
import { searchKey } from "../texts/clean-text.ts";

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
