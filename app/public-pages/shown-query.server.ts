import { searchQuery } from "#core/search/schema.ts";
import { cutLabel } from "#core/texts/asked-text.ts";
import { UUID } from "#platform/uuid.ts";
import * as addresses from "#site/addresses.ts";
import type { Page } from "../page-table.server.ts";
import { sessionsHref } from "../parts/catalogue/search-address.ts";

/** Longer values of another shape are read by their sender alone. */
const MAX_LENGTH = 200;

const ID = new RegExp(`^${UUID}$`);

/** One spelling, empty or with its « ? »; null when the answer is not for everybody. */
export function readShown(shared: NonNullable<Page["shared"]>, query: URLSearchParams) {
  if (shared === "search") return readSearch(query);
  const shown = new URLSearchParams();
  for (const [name, shape] of Object.entries(shared)) {
    const value = query.get(name) ?? "";
    if ((shape === "id" ? ID : shape).test(value)) shown.set(name, value);
    else if (value.length > MAX_LENGTH) return null;
  }
  return shown.size > 0 ? `?${shown}` : "";
}

/** A search around a browser's position is its visitor's alone. */
function readSearch(query: URLSearchParams): string | null {
  const asked = searchQuery.parse(Object.fromEntries(query));
  if (asked.near || cutLabel([query.get("q"), query.get("location")])) return null;
  const page = query.get("page");
  if (page !== null && page !== String(asked.page)) return null;
  return sessionsHref(asked).slice(addresses.sessions.length);
}
