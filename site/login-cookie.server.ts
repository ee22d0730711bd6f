import { parse, serialize } from "hono/utils/cookie";
import { isHttps, LOGIN_COOKIE } from "./cookies.ts";

interface Site {
  /** On https the cookie has the name that browsers keep for https alone. */
  appUrl: string;
}

const nameOf = (site: Site) => (isHttps(site) ? `__Secure-${LOGIN_COOKIE}` : LOGIN_COOKIE);

export function readLogin(header: string | null | undefined, site: Site): string | null {
  return parse(header ?? "", nameOf(site))[nameOf(site)] || null;
}

export function writeLogin(login: string | null, site: Site, seconds: number): string {
  return serialize(nameOf(site), login ?? "", {
    ...{ path: "/", httpOnly: true, sameSite: "Lax", secure: isHttps(site) },
    maxAge: login === null ? 0 : seconds,
  });
}
