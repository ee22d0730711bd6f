import { GUEST_PROOF_MAX_AGE } from "#core/bookings/rules.ts";
import type { Context } from "#core/context.server.ts";
import { GUEST_PROOF_COOKIE } from "#site/cookies.ts";
import { isSecure, readCookie, writeCookie } from "./cookies.server.ts";

/** What this browser keeps of its purchases without account (R27), if any. */
export function readGuestProof(request: Request): string | undefined {
  return readCookie(request, GUEST_PROOF_COOKIE) || undefined;
}

/** The Set-Cookie header that keeps it, out of reach of scripts. */
export function writeGuestProof(ctx: Context, guestProof: string): string {
  const options = { maxAge: GUEST_PROOF_MAX_AGE, secure: isSecure(ctx) };
  return writeCookie(GUEST_PROOF_COOKIE, guestProof, options);
}
