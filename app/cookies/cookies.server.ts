import { parse, serialize } from "hono/utils/cookie";
import { GUEST_PROOF_MAX_AGE } from "#core/bookings/rules.ts";
import type { Context } from "#core/context.server.ts";
import { GUEST_PROOF_COOKIE, isHttps } from "#site/cookies.ts";

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

/** Reads the secret that proves this browser's purchases (rule: buyer-proof). */
export function readGuestProof(request: Request): string | undefined {
  return readCookie(request, GUEST_PROOF_COOKIE) || undefined;
}

export function writeGuestProof(ctx: Context, guestProof: string): string {
  const options = { maxAge: GUEST_PROOF_MAX_AGE, secure: isHttps(ctx.config) };
  return writeCookie(GUEST_PROOF_COOKIE, guestProof, options);
}
