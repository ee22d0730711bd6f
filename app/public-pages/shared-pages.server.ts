import type { IncomingMessage } from "node:http";
import { LOGIN_COOKIE } from "#core/accounts/rules.ts";
import { GUEST_PROOF_COOKIE } from "#core/bookings/rules.ts";
import { searchQuery } from "#core/catalogue/schema.ts";
import { FLASH_COOKIE } from "../cookies/flash.server.ts";
import { FAVORITE_COOKIE } from "../cookies/pending-favorite.server.ts";
import { NOTE_COOKIE } from "../cookies/pending-note.server.ts";
import { sessionsHref } from "../parts/catalogue/search-address.ts";

/** Who has one of these is somebody, or somebody's browser: their pages are made for them. */
export const OWN_COOKIES = [
  LOGIN_COOKIE,
  GUEST_PROOF_COOKIE,
  FLASH_COOKIE,
  FAVORITE_COOKIE,
  NOTE_COOKIE,
];

/** Whether nothing in a request tells visitors apart. Cookies that are not ours say nothing. */
export function isAnybody({ headers }: IncomingMessage): boolean {
  const { authorization, cookie } = headers;
  if (authorization !== undefined) return false;
  return cookie === undefined || !OWN_COOKIES.some((name) => cookie.includes(name));
}

/** Longer words than anybody types are not worth keeping a page for. */
const MAX_WORDS = 200;

type ReadQuery = (query: URLSearchParams) => string | null;

const nothing: ReadQuery = () => "";
/** Parameters, where they have a value of this shape; whatever else they are says nothing. */
const only =
  (shapes: Record<string, RegExp>): ReadQuery =>
  (query) => {
    const said = Object.entries(shapes).flatMap(([name, shape]) => {
      const value = query.get(name);
      return value !== null && shape.test(value) ? [[name, value]] : [];
    });
    return said.length > 0 ? `?${new URLSearchParams(said)}` : "";
  };
/** Typed words, as they are; too many are a matter between the visitor and the page. */
const words: ReadQuery = (query) => {
  const q = query.get("q");
  if (q !== null && q.length > MAX_WORDS) return null;
  return q ? `?${new URLSearchParams({ q })}` : "";
};

/** The same, of everybody at once or of the first screen only. */
const directory: ReadQuery = (query) => {
  const said = words(query);
  if (said === null || query.get("tous") !== "1") return said;
  return said === "" ? "?tous=1" : `${said}&tous=1`;
};

const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const slot = only({ creneau: new RegExp(`^${ID}$`) });

/**
 * The pages that are the same for all visitors without login, and what of their query they show. A
 * page that is not named here is rendered for whoever asks; a parameter that is not named is not
 * read by the page, so one answer serves all its values.
 */
const PAGES: [path: RegExp, query: ReadQuery][] = [
  [/^\/$/, nothing],
  [/^\/sessions$/, searched],
  [new RegExp(`^/sessions?/${ID}$`), slot],
  [/^\/praticiens$/, directory],
  [new RegExp(`^/praticiens/${ID}$`), nothing],
  [/^\/activites$/, only({ limit: /^\d{1,2}$/, cursor: /^[\w-]{1,500}$/ })],
  [new RegExp(`^/activites/${ID}$`), slot],
  [/^\/bien-etre(?:\/[a-z-]{1,60}){0,2}$/, nothing],
  [/^\/aide$/, words],
  [/^\/contact$/, only({ sujet: /^[a-z]{1,30}$/ })],
  [/^\/nos-offres$/, only({ prix: /^ttc$/ })],
  [
    /^\/(?:carte-cadeau|qui-sommes-nous|espaces|confidentialite|conditions|mentions-legales|classement|accessibilite|cookies|mediation|renoncer-au-contrat)$/,
    nothing,
  ],
];

/** What the browser asks for when it goes from page to page: `/sessions.data`, `/_.data`. */
const DATA = /\.data$/;

/**
 * The one spelling of an address whose answer all visitors may be given, be it a page or the data of
 * one; null for every other. It is this spelling that is rendered, so nothing that the address has
 * besides can get into what others are shown.
 */
export function sharedAddress(url: string): string | null {
  const mark = url.indexOf("?");
  const asked = mark < 0 ? url : url.slice(0, mark);
  const path = asked === "/_.data" ? "/" : asked.replace(DATA, "");
  for (const [pattern, read] of PAGES) {
    if (!pattern.test(path)) continue;
    const query = new URLSearchParams(mark < 0 ? "" : url.slice(mark + 1));
    // Data of some of a page's routes only: no two browsers know the same already.
    if (query.has("_routes") || query.has("index")) return null;
    const rest = read(query);
    return rest === null ? null : asked + rest;
  }
  return null;
}

/** A page number that is not that of the page shown leads there: by its own redirect. */
function searched(query: URLSearchParams): string | null {
  const asked = searchQuery.parse(Object.fromEntries(query));
  const page = query.get("page");
  if (page !== null && page !== String(asked.page)) return null;
  return sessionsHref(asked).slice("/sessions".length);
}
