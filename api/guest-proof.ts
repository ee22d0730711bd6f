import type { Context as HonoContext } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { GUEST_PROOF_MAX_AGE } from "#core/bookings/rules.ts";
import { GUEST_PROOF_COOKIE, isHttps } from "#site/cookies.ts";
import type { ApiEnv } from "./env.ts";

/**
 * Reads the cookie by which this browser proves what it bought without an account, as the pages do
 * (rule: buyer-proof).
 */
export function readGuestProof(c: HonoContext<ApiEnv>): string | undefined {
  return getCookie(c, GUEST_PROOF_COOKIE) || undefined;
}

/** Sets the proof as a cookie that no script can read. */
export function keepGuestProof(c: HonoContext<ApiEnv>, guestProof: string): void {
  setCookie(c, GUEST_PROOF_COOKIE, guestProof, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: isHttps(c.get("ctx").config),
    maxAge: GUEST_PROOF_MAX_AGE,
  });
}
