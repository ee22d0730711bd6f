import type { IncomingMessage } from "node:http";
import { searchQuery } from "#core/search/schema.ts";
import { cutLabel } from "#core/texts/asked-text.ts";
import { patternShape } from "#platform/http/route-pattern.server.ts";
import { UUID } from "#platform/uuid.ts";
import * as addresses from "#site/addresses.ts";
import { GUEST_PROOF_COOKIE, LOGIN_COOKIE, WROTE_COOKIE } from "#site/cookies.ts";
import { FLASH_COOKIE } from "../cookies/flash.server.ts";
import { FAVORITE_COOKIE } from "../cookies/pending-favorite.server.ts";
import { NOTE_COOKIE } from "../cookies/pending-note.server.ts";
import { listPages, type Page } from "../page-table.server.ts";
import { sessionsHref } from "../parts/catalogue/search-address.ts";

/** A cookie of these makes a visitor somebody: their pages are made for them. */
export const OWN_COOKIES = [
  LOGIN_COOKIE,
  GUEST_PROOF_COOKIE,
  FLASH_COOKIE,
  FAVORITE_COOKIE,
  NOTE_COOKIE,
  WROTE_COOKIE,
];

/** Cookies that are not ours do not matter. */
export function isAnybody({ headers }: IncomingMessage): boolean {
  const { authorization, cookie } = headers;
  if (authorization !== undefined) return false;
  return cookie === undefined || !OWN_COOKIES.some((name) => cookie.includes(name));
}

let sharedPages: { path: RegExp; shared: NonNullable<Page["shared"]> }[] | undefined;

function findShared(path: string) {
  sharedPages ??= [...listPages()].flatMap(([pattern, { shared }]) => {
    const part = pattern.includes("Id") ? new RegExp(UUID) : /[a-z-]{1,60}/;
    return shared ? [{ path: patternShape(pattern, part), shared }] : [];
  });
  return sharedPages.find((page) => page.path.test(path))?.shared;
}

/** Null unless all visitors may share the answer; only this spelling is rendered. */
export function sharedAddress(url: string): string | null {
  const mark = url.indexOf("?");
  const asked = mark < 0 ? url : url.slice(0, mark);
  const path = asked === "/_.data" ? "/" : asked.replace(/\.data$/, "");
  const shared = findShared(path);
  if (!shared) return null;
  const query = new URLSearchParams(mark < 0 ? "" : url.slice(mark + 1));
  // Browsers differ in the routes whose data they already have.
  if (query.has("_routes") || query.has("index")) return null;
  const rest = readShown(shared, query);
  return rest === null ? null : asked + rest;
}

/** Longer values of another shape are read by their sender alone. */
const MAX_LENGTH = 200;

const WHOLE_ID = new RegExp(`^${UUID}$`);

/** One spelling, empty or with its « ? »; null when the answer is not for everybody. */
export function readShown(shared: NonNullable<Page["shared"]>, query: URLSearchParams) {
  if (shared === "search") return readSearch(query);
  const shown = new URLSearchParams();
  for (const [name, shape] of Object.entries(shared)) {
    const value = query.get(name) ?? "";
    if ((shape === "id" ? WHOLE_ID : shape).test(value)) shown.set(name, value);
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
