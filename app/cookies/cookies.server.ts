import { parse, serialize } from "hono/utils/cookie";

export function readCookie(request: Request, name: string): string | undefined {
  return parse(request.headers.get("cookie") ?? "", name)[name];
}

/** @param maxAge seconds; 0 deletes it. */
export function writeCookie(
  name: string,
  value: string,
  { maxAge, secure = false }: { maxAge: number; secure?: boolean },
): string {
  const everywhere = { path: "/", httpOnly: true, sameSite: "Lax" } as const;
  return serialize(name, value, { ...everywhere, maxAge, secure });
}
