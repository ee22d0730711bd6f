import { z } from "zod";
import type { Version } from "#platform/outside.server.ts";

const ADDRESS = "Collez l'adresse de votre agenda : elle commence par https:// ou webcal://.";
const MAX_ADDRESS = 2_000;
const MAX_NAME = 60;

/**
 * The address of somebody's calendar, as their provider shows it. Programs write « webcal » for an
 * address that they subscribe to; it is read as any other.
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
 * Why a calendar could not be read: an address that may not be, nobody who answers, no such
 * calendar there, an answer that never ends, too much of it, no calendar at all, or one without any
 * event, where there were some before.
 */
export const FAILURES = [
  ...(["refused", "unreachable", "gone", "slow", "large", "invalid", "empty"] as const),
] as const;
export type CalendarFailure = (typeof FAILURES)[number];

/** A calendar as its owner sees it; its address is a secret, of which the host is shown. */
export interface CalendarView {
  id: string;
  name: string;
  host: string;
  /** The last time that it was read well; null before. */
  readAt: Date | null;
  /** Since when it cannot be read, and why. */
  failingSince: Date | null;
  failure: CalendarFailure | null;
  /** Hours to come at which it keeps its owner busy. */
  hours: number;
}

/** An hour that an event keeps its owner busy at, as it stands in the calendar or here. */
export interface EventHour {
  /** The hash of the event's UID, a dot, and its start. */
  key: string;
  start: Date;
  end: Date;
  title: string | null;
}

/** The same as it is kept. */
export interface KeptHour extends EventHour {
  /** Good readings in a row without it. */
  missed: number;
}

/** A good reading of a calendar. */
export interface Reading {
  /** How many events stand in the file, whenever they are. */
  events: number;
  /** Hashes of the UIDs of those that cannot be read. */
  broken: string[];
  hours: EventHour[];
  /** All hours that begin before this are among them. */
  until: Date;
  /** The marks by which its server knows it again. */
  version: Version;
}
