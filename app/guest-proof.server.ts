import { GUEST_PROOF_COOKIE, GUEST_PROOF_MAX_AGE } from "#core/bookings/rules.ts";
import type { Context } from "#core/context.server.ts";

/** What this browser keeps of its purchases without account (R27), if any. */
export function readGuestProof(request: Request): string | undefined {
  const cookies = request.headers.get("cookie") ?? "";
  return cookies.match(new RegExp(`(?:^|;\\s*)${GUEST_PROOF_COOKIE}=([\\w-]+)`))?.[1];
}

/** The Set-Cookie header that keeps it, out of reach of scripts. */
export function writeGuestProof(ctx: Context, guestProof: string): string {
  const secure = ctx.config.appUrl.startsWith("https:") ? "; Secure" : "";
  return `${GUEST_PROOF_COOKIE}=${guestProof}; Path=/; Max-Age=${GUEST_PROOF_MAX_AGE}; HttpOnly; SameSite=Lax${secure}`;
}
