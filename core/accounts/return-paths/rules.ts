import * as addresses from "#site/addresses.ts";

/** @param favorite the id of the session whose heart led here. */
export function withSuite(path: string, next: string, favorite: string | null = null): string {
  const said = [
    ...(next === safeReturnPath(null) ? [] : [`suite=${encodeURIComponent(next)}`]),
    ...(favorite ? [`favori=${encodeURIComponent(favorite)}`] : []),
  ];
  return said.length > 0 ? `${path}?${said.join("&")}` : path;
}

/** In characters, since it stands in a header. */
const LONGEST_PATH = 2_000;

/** Never another origin: browsers read `//host` and `/\host` as one, and drop tabs and newlines. */
export function safeReturnPath(value: string | null | undefined, fallback = addresses.profile) {
  if (!value?.startsWith("/") || /[\\\p{Cc}]/u.test(value)) return fallback;
  const base = "http://site.invalid";
  const url = URL.canParse(value, base) ? new URL(value, base) : null;
  if (url?.origin !== base || url.pathname.startsWith("//")) return fallback;
  const path = url.pathname + url.search + url.hash;
  return path.length > LONGEST_PATH ? fallback : path;
}

export interface Newcomer {
  named: boolean;
  unfinished: boolean;
  sells: boolean;
}

/** Missing names first, then the wanted page, then the wizard or the agenda. */
export function pathAfterLogin({ named, unfinished, sells }: Newcomer, next: string): string {
  const isAsked = next !== safeReturnPath(null);
  if (!named)
    return isAsked ? `${addresses.welcome}?suite=${encodeURIComponent(next)}` : addresses.welcome;
  if (isAsked) return next;
  if (unfinished) return addresses.becomeProfessional;
  return sells ? addresses.agenda : next;
}
