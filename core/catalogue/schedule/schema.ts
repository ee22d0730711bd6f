import { z } from "zod";
import { fromParis } from "../../dates.ts";
import { begunVersion } from "../../versions.ts";
import { leftOut } from "../fields/schema.ts";
import type { SlotKind } from "../schema.ts";
import { type Holiday, SCOPES, type Schedule } from "./rules.ts";

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

export const scheduleInput = z.object({
  offeringId,
  version: begunVersion,
  rules: z.array(rule, "Les horaires sont une liste").max(14, "14 horaires au plus"),
  leftOut,
});
export type ScheduleInput = z.input<typeof scheduleInput>;

export const scopeInput = z.object({
  slotId: z.uuid(),
  scope: z.enum(SCOPES, "Choisissez ce que cela concerne"),
  starts: time.nullable(),
});
export type ScopeInput = z.input<typeof scopeInput>;

export interface PreviewedSlot {
  start: Date;
  live: number;
}

export interface ScheduleEffect {
  created: Date[];
  /** Closed from their first instant on by an absence or busy time. */
  closed: Date[];
  kept: PreviewedSlot[];
  removed: PreviewedSlot[];
  blocked: Date[];
}

export interface ScheduleView extends Schedule {
  offeringId: string;
  kind: SlotKind;
  title: string;
  version: number;
  /** Minutes. */
  duration: number;
  holidays: Holiday[];
  slot: { id: string; start: Date } | null;
}
