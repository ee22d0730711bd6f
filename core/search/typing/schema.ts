import { z } from "zod";
import { euros } from "../../catalogue/fields/schema.ts";
import { WEEKDAYS } from "../../dates.ts";
import { SEATS_TOLD } from "../../listings/rules.ts";
import { centsToEuros } from "../../money.ts";
import { kilometresBetween, type Point, readPoint } from "../../places/rules.ts";
import { LONGEST_RADIUS } from "../rules.ts";

/** Positions are rounded to two decimals, about a kilometre, for privacy. */
export const POSITION = /^(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/;

export const LONGEST_MINUTES = 14_400;

export const NAMED_DAYS = ["today", "tomorrow", "weekend", "week", "next-week"] as const;

export const MODES = ["online", "onsite"] as const;
export const FORMATS = ["individual", "group"] as const;

const clock = z.string().regex(/^(?:([01]\d|2[0-3]):[0-5]\d|24:00)$/, { error: "Heure inconnue" });

const whole = (unknown: string) =>
  z.coerce.number({ error: unknown }).int({ error: "Un nombre entier" });

export const PARAMETERS = {
  near: z
    .string()
    .transform((point) => POSITION.exec(point.replaceAll(/\s/g, ""))?.slice(1).map(Number) ?? [])
    .refine(
      ([latitude = Number.NaN, longitude = Number.NaN]) =>
        Math.abs(latitude) < 90 && Math.abs(longitude) <= 180,
      { error: "Une latitude et une longitude : 48.86,2.35" },
    )
    .transform((degrees) => degrees.map((degree) => degree.toFixed(2)).join(",")),
  place: z
    .string()
    .trim()
    .max(200, { error: "200 caractères au plus" })
    .refine((place) => !POSITION.test(place), { error: "Un point se dit par near" })
    .transform((place) => place || undefined),
  radius: whole("Rayon inconnu")
    .min(1, { error: "Un kilomètre au moins" })
    .max(LONGEST_RADIUS, { error: `${LONGEST_RADIUS} km au plus` }),
  date: z.union([z.enum(NAMED_DAYS), z.iso.date()], { error: "Jour inconnu" }),
  from: clock,
  to: clock,
  days: z
    .string()
    .transform((text) => text.split(",").map((day) => day.trim()))
    .refine((days) => days.every((day) => (WEEKDAYS as readonly string[]).includes(day)), {
      error: "Jour de la semaine inconnu",
    })
    // In the order of the week, each once; all of them say nothing.
    .transform((days) => WEEKDAYS.filter((day) => days.includes(day)))
    .transform((days) => (days.length < WEEKDAYS.length ? days.join(",") : undefined)),
  price_max: euros
    .refine((price) => price > 0, { error: "Le budget doit dépasser zéro" })
    .transform(centsToEuros),
  duration_max: whole("Durée inconnue")
    .min(1, { error: "Une minute au moins" })
    .max(LONGEST_MINUTES, { error: "Durée inconnue" }),
  seats: whole("Nombre de places inconnu")
    .min(1, { error: "Une place au moins" })
    .max(SEATS_TOLD, { error: `${SEATS_TOLD} places au plus` }),
  mode: z.enum(MODES, { error: "Mode inconnu" }),
  format: z.enum(FORMATS, { error: "Format inconnu" }),
};

export interface Around {
  name: string | null;
  radius: number;
  cells: number[];
  kilometres: number[];
  middle: Point;
}

/** Kilometres to a cell or public address (rules: coarse-place, public-address). */
export function kilometresTo(
  { cell, point }: { cell: number | null; point: string | null },
  around: Around | null,
): number | null {
  const toCell = around?.kilometres[around.cells.indexOf(cell ?? -1)];
  if (!around || toCell === undefined) return null;
  const door = readPoint(point ?? "");
  return door ? kilometresBetween(door, around.middle) : toCell;
}

export const suggestionQuery = z.object({
  field: z.enum(["what", "where"], { error: "Champ inconnu" }),
  q: z.string().trim().max(100, { error: "100 caractères au plus" }),
});

export interface Suggestion {
  kind: "activity" | "professional" | "place";
  label: string;
  id: string | null;
  city: string | null;
}
