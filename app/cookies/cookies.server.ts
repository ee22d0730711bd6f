import { parse, serialize } from "hono/utils/cookie";

/** The value of a request's cookie; undefined without it. */
export function readCookie(request: Request, name: string): string | undefined {
  return parse(request.headers.get("cookie") ?? "", name)[name];
}

/**
 * The Set-Cookie header of a cookie for every page of this site, out of reach of scripts.
 *
 * @param maxAge seconds; 0 deletes it.
 */
export function writeCookie(
  name: string,
  value: string,
  { maxAge, secure = false }: { maxAge: number; secure?: boolean },
): string {
  const everywhere = { path: "/", httpOnly: true, sameSite: "Lax" } as const;
  return serialize(name, value, { ...everywhere, maxAge, secure });
}
