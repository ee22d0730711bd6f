import { z } from "zod";
import type { UnclearEvent } from "#platform/ical/parse-ical.ts";
import type { Version } from "#platform/outside-requests.server.ts";

const ADDRESS = "Collez l'adresse de votre agenda : elle commence par https:// ou webcal://.";
const MAX_ADDRESS = 2_000;
const MAX_NAME = 60;

/**
 * The address of a calendar, as its provider shows it. Many programs write « webcal » for an
 * address to subscribe to, which stands for https.
 */
const calendarAddress = z
  .string(ADDRESS)
  .trim()
  .min(1, ADDRESS)
  .max(MAX_ADDRESS, `Cette adresse est trop longue : ${MAX_ADDRESS} caractères au plus.`)
  .transform((text) => text.replace(/^webcals?:/i, "https:"))
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), ADDRESS)
  .refine((text) => {
    const url = URL.parse(text);
    return !url?.username && !url?.password;
  }, "Cette adresse contient un mot de passe : collez l'adresse secrète de l'agenda, sans identifiants.");

export const addInput = z.object({
  url: calendarAddress,
  name: z
    .string()
    .trim()
    .max(MAX_NAME, `Ce nom est trop long : ${MAX_NAME} caractères au plus.`)
    .optional()
    .transform((name) => name || "Agenda privé"),
});

/**
 * The reasons why a calendar could not be read: a forbidden address, no answer, no such calendar,
 * an answer that takes too long, one that is too large, one that is no calendar, or one that
 * suddenly contains no events.
 */
export const FAILURES = [
  ...(["refused", "unreachable", "gone", "slow", "large", "invalid", "empty"] as const),
] as const;
export type CalendarFailure = (typeof FAILURES)[number];

/** A followed calendar for its owner. The address is a secret, so only its host is shown. */
export interface CalendarView {
  id: string;
  name: string;
  host: string;
  /** The last successful reading; null before the first. */
  readAt: Date | null;
  /** The time since which readings have failed. */
  failingSince: Date | null;
  failure: CalendarFailure | null;
  /** The number of busy hours to come. */
  hours: number;
  /** Events to come that could not be understood whole, in the order of the file. */
  unclear: UnclearEvent[];
}

export type { UnclearEvent };

/** One occurrence of an event during which its owner is busy. */
export interface EventHour {
  /** The hash of the event's UID, a dot, and the start of the occurrence. */
  key: string;
  start: Date;
  end: Date;
  title: string | null;
}

/** An hour that we have stored. */
export interface KeptHour extends EventHour {
  /** The number of successful readings in a row without it. */
  missed: number;
}

/** The content of a calendar that was read successfully. */
export interface Reading {
  /** The number of events in the file, past ones included. */
  events: number;
  /** Hashes of the UIDs of events that cannot be understood whole. */
  broken: string[];
  /** Those of them that are to come. */
  unclear: UnclearEvent[];
  hours: EventHour[];
  /** The reading contains every hour that begins before this instant. */
  until: Date;
  /** The version by which the server can later say that nothing has changed. */
  version: Version;
}
