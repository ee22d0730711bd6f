import type { IncomingMessage } from "node:http";
import { patternShape } from "#platform/http/route-pattern.server.ts";
import { UUID } from "#platform/uuid.ts";
import { GUEST_PROOF_COOKIE, LOGIN_COOKIE, WROTE_COOKIE } from "#site/cookies.ts";
import { FLASH_COOKIE } from "../cookies/flash.server.ts";
import { FAVORITE_COOKIE } from "../cookies/pending-favorite.server.ts";
import { NOTE_COOKIE } from "../cookies/pending-note.server.ts";
import { listPages, type Page } from "../page-table.server.ts";
import { readShown } from "./shown-query.server.ts";

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

const ID = new RegExp(UUID);
const SLUG = /[a-z-]{1,60}/;

let sharedPages: { path: RegExp; shared: NonNullable<Page["shared"]> }[] | undefined;

function findShared(path: string) {
  sharedPages ??= [...listPages()].flatMap(([pattern, { shared }]) => {
    const part = pattern.includes("Id") ? ID : SLUG;
    return shared ? [{ path: patternShape(pattern, part), shared }] : [];
  });
  return sharedPages.find((page) => page.path.test(path))?.shared;
}

const DATA = /\.data$/;

/** Null unless all visitors may share the answer; only this spelling is rendered. */
export function sharedAddress(url: string): string | null {
  const mark = url.indexOf("?");
  const asked = mark < 0 ? url : url.slice(0, mark);
  const path = asked === "/_.data" ? "/" : asked.replace(DATA, "");
  const shared = findShared(path);
  if (!shared) return null;
  const query = new URLSearchParams(mark < 0 ? "" : url.slice(mark + 1));
  // Browsers differ in the routes whose data they already have.
  if (query.has("_routes") || query.has("index")) return null;
  const rest = readShown(shared, query);
  return rest === null ? null : asked + rest;
}
