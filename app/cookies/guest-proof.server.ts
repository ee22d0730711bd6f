import { GUEST_PROOF_MAX_AGE } from "#core/bookings/rules.ts";
import type { Context } from "#core/context.server.ts";
import { GUEST_PROOF_COOKIE, isHttps } from "#site/cookies.ts";
import { readCookie, writeCookie } from "./cookies.server.ts";

/**
 * The secret that proves this browser's purchases without an account (rule: buyer-proof), if any.
 */
export function readGuestProof(request: Request): string | undefined {
  return readCookie(request, GUEST_PROOF_COOKIE) || undefined;
}

/** The Set-Cookie header that stores it, out of reach of scripts. */
export function writeGuestProof(ctx: Context, guestProof: string): string {
  const options = { maxAge: GUEST_PROOF_MAX_AGE, secure: isHttps(ctx.config) };
  return writeCookie(GUEST_PROOF_COOKIE, guestProof, options);
}
