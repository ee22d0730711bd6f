import { MAX_NOTES_LENGTH } from "#core/bookings/rules.ts";
import type { Context } from "#core/context.server.ts";
import { isHttps } from "#site/cookies.ts";
import { readCookie, writeCookie } from "./cookies.server.ts";

/**
 * A visitor's note for a professional; it waits an hour for them to log in and book (rule:
 * booking-note).
 */
export const NOTE_COOKIE = "mot-au-praticien";
const MAX_AGE = 3_600;

/** The Set-Cookie header that stores it, out of reach of scripts; without a note, deletes it. */
export function keepNote(ctx: Context, offeringId: string, note: string): string {
  const words = `${offeringId} ${note.slice(0, MAX_NOTES_LENGTH)}`;
  const value = note ? Buffer.from(words).toString("base64url") : "";
  return writeCookie(NOTE_COOKIE, value, {
    maxAge: note ? MAX_AGE : 0,
    secure: isHttps(ctx.config),
  });
}

/** The waiting note for this session or activity; empty without one. */
export function readNote(request: Request, offeringId: string): string {
  const value = readCookie(request, NOTE_COOKIE) ?? "";
  const words = Buffer.from(value, "base64url").toString();
  return words.startsWith(`${offeringId} `) ? words.slice(offeringId.length + 1) : "";
}
