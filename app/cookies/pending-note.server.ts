import { MAX_NOTES_LENGTH } from "#core/bookings/rules.ts";
import type { Context } from "#core/context.server.ts";
import { isHttps } from "#site/cookies.ts";
import { readCookie, writeCookie } from "./cookies.server.ts";

/** Note and mobile wait an hour for their visitor to log in and book (rule: booking-note). */
export const NOTE_COOKIE = "mot-au-praticien";
const MAX_AGE = 3_600;
const MAX_NUMBER_LENGTH = 30;

export interface PendingWords {
  note: string;
  smsNumber: string;
}

export function keepNote(
  ctx: Context,
  offeringId: string,
  { note, smsNumber }: PendingWords = { note: "", smsNumber: "" },
): string {
  const number = smsNumber.replaceAll(/\s/g, "").slice(0, MAX_NUMBER_LENGTH);
  const words = `${offeringId} ${note.slice(0, MAX_NOTES_LENGTH)}${number && `\0${number}`}`;
  const value = note || number ? Buffer.from(words).toString("base64url") : "";
  return writeCookie(NOTE_COOKIE, value, {
    maxAge: value ? MAX_AGE : 0,
    secure: isHttps(ctx.config),
  });
}

export function readNote(request: Request, offeringId: string): PendingWords {
  const value = readCookie(request, NOTE_COOKIE) ?? "";
  const words = Buffer.from(value, "base64url").toString();
  if (!words.startsWith(`${offeringId} `)) return { note: "", smsNumber: "" };
  const [note = "", smsNumber = ""] = words.slice(offeringId.length + 1).split("\0");
  return { note, smsNumber };
}
