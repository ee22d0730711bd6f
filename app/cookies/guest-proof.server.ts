import { GUEST_PROOF_MAX_AGE } from "#core/bookings/rules.ts";
import type { Context } from "#core/context.server.ts";
import { GUEST_PROOF_COOKIE, isHttps } from "#site/cookies.ts";
import { readCookie, writeCookie } from "./cookies.server.ts";

/** Reads the secret that proves this browser's purchases (rule: buyer-proof). */
export function readGuestProof(request: Request): string | undefined {
  return readCookie(request, GUEST_PROOF_COOKIE) || undefined;
}

export function writeGuestProof(ctx: Context, guestProof: string): string {
  const options = { maxAge: GUEST_PROOF_MAX_AGE, secure: isHttps(ctx.config) };
  return writeCookie(GUEST_PROOF_COOKIE, guestProof, options);
}
