import type { Context as HonoContext } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { GUEST_PROOF_COOKIE, GUEST_PROOF_MAX_AGE } from "#core/bookings/rules.ts";
import type { ApiEnv } from "./env.ts";

/** What this browser keeps of its purchases without account (R27), on pages as here. */
export function readGuestProof(c: HonoContext<ApiEnv>): string | undefined {
  return getCookie(c, GUEST_PROOF_COOKIE) || undefined;
}

/** Gives it to the browser to keep, out of reach of scripts. */
export function keepGuestProof(c: HonoContext<ApiEnv>, guestProof: string): void {
  setCookie(c, GUEST_PROOF_COOKIE, guestProof, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: c.get("ctx").config.appUrl.startsWith("https:"),
    maxAge: GUEST_PROOF_MAX_AGE,
  });
}
