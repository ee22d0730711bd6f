import { z } from "zod";
import { RADII } from "../rules.ts";

/** A position is rounded to two decimals, a kilometre or so: nobody needs to know it better. */
const POSITION = /^(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/;

/** Whether `near` is a browser's position rather than a town. */
export function isPosition(near: string | undefined): boolean {
  return POSITION.test(near ?? "");
}

/** A town, or a position as « 48.86,2.35 ». */
export const near = z
  .string()
  .trim()
  .max(200, { error: "200 caractères au plus" })
  .transform((place) => {
    const [, ...position] = POSITION.exec(place.replaceAll(/\s*,\s*/g, ",")) ?? [];
    if (position.length === 0) return place || undefined;
    return position.map((degrees) => Number(degrees).toFixed(2)).join(",");
  });
/** Kilometres. */
export const radius = z.coerce
  .number({ error: "Rayon inconnu" })
  .pipe(z.literal([...RADII], { error: `Un rayon de ${RADII.join(", ")} km` }));

/** The cells around a place, the nearest first, with the kilometres to their middles. */
export interface Around {
  /** « Lyon »; null for a browser's position. */
  name: string | null;
  /** Kilometres. */
  radius: number;
  cells: number[];
  kilometres: number[];
}

/** The text of one of the two search fields, while somebody types. */
export const suggestionQuery = z.object({
  field: z.enum(["what", "where"], { error: "Champ inconnu" }),
  q: z.string().trim().max(100, { error: "100 caractères au plus" }),
});

/** A guess at what somebody is typing. */
export interface Suggestion {
  kind: "activity" | "professional" | "place";
  /** « Massage », « Maison Basile », « Lyon », « 69003 Lyon ». */
  label: string;
  /** The professional's; null for the others. */
  id: string | null;
  /** The professional's city, to tell namesakes apart. */
  city: string | null;
}
