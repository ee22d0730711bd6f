import { z } from "zod";
import { addDays, fromParis } from "../dates.ts";
import { oneLine } from "../texts/clean-text.ts";

export const OWN_TIMES = ["absence", "busy", "outside"] as const;
export type OwnTimeKind = (typeof OWN_TIMES)[number];

export const MAX_TITLE_LENGTH = 100;

const WHEN = "Indiquez un jour ou une heure";
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

/** A day of Paris, « 2026-12-20 », an hour there, « 2026-12-20T14:00 », or an ISO instant. */
const when = z
  .string(WHEN)
  .trim()
  .refine((text) => instantOf(text, 0) !== null, WHEN);

/** @param days later, if the text is a day: the instant is the midnight in Paris that begins it. */
function instantOf(text: string, days: number): Date | null {
  if (isDay(text)) {
    return fromParis(`${text}T12:00`) && fromParis(`${addDays(text, days)}T00:00`);
  }
  if (z.iso.datetime({ offset: true }).safeParse(text).success) return new Date(text);
  return fromParis(text);
}

export const ownTimeInput = z
  .object({
    kind: z.enum(OWN_TIMES, "Choisissez « Occupé », « Client hors site » ou « Absence »"),
    from: when,
    to: when,
    title: z
      .string("Ce champ est un texte")
      .overwrite(oneLine)
      .max(MAX_TITLE_LENGTH, `${MAX_TITLE_LENGTH} caractères au plus`)
      .nullish()
      .transform((text) => text || null),
  })
  .transform(({ from, to, ...rest }) => ({
    ...rest,
    // Both were read above, so that they are instants.
    start: instantOf(from, 0) as Date,
    end: instantOf(to, 1) as Date,
  }));
export type OwnTimeInput = z.input<typeof ownTimeInput>;
export type NewOwnTime = z.output<typeof ownTimeInput>;

export interface SeatedSlot {
  slotId: string;
  title: string;
  start: Date;
  end: Date;
  seats: number;
}

/** Closes, and never cancels. */
export interface Consequences {
  closed: number;
  booked: SeatedSlot[];
}

export interface OwnTime {
  id: string;
  kind: OwnTimeKind;
  start: Date;
  end: Date;
  title: string | null;
}
