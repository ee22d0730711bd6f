import { MAX_NOTES_LENGTH } from "#core/bookings/rules.ts";
import type { Context } from "#core/context.server.ts";
import { isSecure, readCookie, writeCookie } from "./cookies.server.ts";

/** What a visitor wrote for a professional; it waits an hour for them to log in and book. */
export const NOTE_COOKIE = "mot-au-praticien";
const MAX_AGE = 3_600;

/** The Set-Cookie header that keeps it, out of reach of scripts; without a note, puts it away. */
export function keepNote(ctx: Context, offeringId: string, note: string): string {
  const words = `${offeringId} ${note.slice(0, MAX_NOTES_LENGTH)}`;
  const value = note ? Buffer.from(words).toString("base64url") : "";
  return writeCookie(NOTE_COOKIE, value, { maxAge: note ? MAX_AGE : 0, secure: isSecure(ctx) });
}

/** The note that waits for this session or activity to be booked; empty when there is none. */
export function readNote(request: Request, offeringId: string): string {
  const value = readCookie(request, NOTE_COOKIE) ?? "";
  const words = Buffer.from(value, "base64url").toString();
  return words.startsWith(`${offeringId} `) ? words.slice(offeringId.length + 1) : "";
}
