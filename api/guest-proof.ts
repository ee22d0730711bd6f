import type { Context as HonoContext } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { GUEST_PROOF_MAX_AGE } from "#core/bookings/rules.ts";
import { GUEST_PROOF_COOKIE, isHttps } from "#site/cookies.ts";
import type { ApiEnv } from "./env.ts";

/** Reads the guest cookie (rule: buyer-proof). */
export function readGuestProof(c: HonoContext<ApiEnv>): string | undefined {
  return getCookie(c, GUEST_PROOF_COOKIE) || undefined;
}

export function keepGuestProof(c: HonoContext<ApiEnv>, guestProof: string): void {
  setCookie(c, GUEST_PROOF_COOKIE, guestProof, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: isHttps(c.get("ctx").config),
    maxAge: GUEST_PROOF_MAX_AGE,
  });
}
