import { z } from "zod";
import type { UnclearEvent } from "#platform/ical/parse-ical.ts";
import type { Version } from "#platform/outside-requests.server.ts";
import type { Cents } from "../money.ts";

const ADDRESS = "Collez l'adresse de votre agenda : elle commence par https:// ou webcal://.";
const MAX_ADDRESS = 2_000;
const MAX_NAME = 60;

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

/** `refused` is a forbidden address, `gone` no such calendar, `empty` one that suddenly is. */
export const FAILURES = [
  ...(["refused", "unreachable", "gone", "slow", "large", "invalid", "empty"] as const),
] as const;
export type CalendarFailure = (typeof FAILURES)[number];

/** Only the host is shown, because the address is a secret. */
export interface CalendarView {
  id: string;
  name: string;
  host: string;
  readAt: Date | null;
  failingSince: Date | null;
  failure: CalendarFailure | null;
  hours: number;
  unclear: UnclearEvent[];
}

export type { UnclearEvent };

export interface EventHour {
  /** The hash of the event's UID, a dot, and the start of the occurrence. */
  key: string;
  start: Date;
  end: Date;
  title: string | null;
}

export interface KeptHour extends EventHour {
  missed: number;
}

export interface Reading {
  events: number;
  /** Hashes of the UIDs of events that cannot be understood whole. */
  broken: string[];
  unclear: UnclearEvent[];
  hours: EventHour[];
  /** Contains every hour that begins before this instant. */
  until: Date;
  version: Version;
}

/** Became free when an event left a private calendar (rule: gap). */
export interface Gap {
  id: string;
  start: Date;
  end: Date;
  /** Of the event that disappeared; shown to the professional only. */
  title: string | null;
  foundAt: Date;
  offeringId: string;
  offeringTitle: string;
  /** Minutes. */
  minutes: number;
  priceCents: Cents;
}
