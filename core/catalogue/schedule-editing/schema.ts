import { z } from "zod";
import { fromParis } from "../../dates.ts";
import { begunVersion } from "../../versions.ts";
import { leftOut } from "../fields/schema.ts";
import { type Holiday, SCOPES, type Schedule } from "../schedule/rules.ts";
import type { SlotKind } from "../schema.ts";

const DAY = "La date n'est pas valable";
const day = z
  .string(DAY)
  .trim()
  .refine((text) => fromParis(`${text}T12:00`) !== null, DAY);
const TIME = "L'heure n'est pas valable";
const time = z
  .string(TIME)
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, TIME);
const WEEKDAYS = "Choisissez au moins un jour de la semaine";

const rule = z
  .strictObject({
    weekdays: z
      .array(z.number().int().min(1).max(7), WEEKDAYS)
      .min(1, WEEKDAYS)
      .max(7)
      .transform((days) => [...new Set(days)].sort()),
    starts: time,
    fromDay: day,
    untilDay: day.nullish().transform((until) => until ?? null),
    isParallel: z.boolean().default(false),
  })
  .refine(({ fromDay, untilDay }) => untilDay === null || untilDay >= fromDay, {
    message: "La fin vient après le début",
    path: ["untilDay"],
  });

const offeringId = z.uuid("Cette offre n'existe pas");

/** A new schedule that replaces the old one. */
export const scheduleInput = z.object({
  offeringId,
  version: begunVersion,
  rules: z.array(rule, "Les horaires sont une liste").max(14, "14 horaires au plus"),
  leftOut,
});
export type ScheduleInput = z.input<typeof scheduleInput>;

/** A change that begins with one slot. */
export const scopeInput = z.object({
  slotId: z.uuid(),
  scope: z.enum(SCOPES, "Choisissez ce que cela concerne"),
  /** The new time; null removes the slots. */
  starts: time.nullable(),
});
export type ScopeInput = z.input<typeof scopeInput>;

/** A slot in a preview. */
export interface PreviewedSlot {
  start: Date;
  /** The number of seats that are taken. */
  live: number;
}

/** The effect of a change, earliest slots first. */
export interface ScheduleEffect {
  created: Date[];
  /** Those of them that an absence or a busy time closes from their first instant on. */
  closed: Date[];
  kept: PreviewedSlot[];
  removed: PreviewedSlot[];
  /** Times at which no slot is created, because the professional is busy. */
  blocked: Date[];
}

/** The schedule of an offering, for its owner to edit. */
export interface ScheduleView extends Schedule {
  offeringId: string;
  kind: SlotKind;
  title: string;
  version: number;
  /** Minutes. */
  duration: number;
  /** The public holidays of the next eight weeks, excluded ones included. */
  holidays: Holiday[];
  /** The slot that the change begins with, if the request names one. */
  slot: { id: string; start: Date } | null;
}
