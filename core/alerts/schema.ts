import { z } from "zod";
import { areRead } from "../parse.ts";
import { offeringListQuery } from "../search/offering-list/schema.ts";

const { q, category, price, price_max, place, radius, date, from, to, days } =
  offeringListQuery.shape;
const { duration_max, seats, mode, format } = offeringListQuery.shape;

/** A form sends a field that says nothing as an empty text. */
const withoutEmpty = (input: unknown) =>
  typeof input === "object" && input !== null && !Array.isArray(input)
    ? Object.fromEntries(Object.entries(input).filter(([, value]) => value !== ""))
    : input;

/** The conditions of a search that can be kept, in the words of the search itself (rule: alerts). */
export const alertConditions = z.preprocess(
  withoutEmpty,
  z
    .object({
      q,
      category,
      price,
      price_max,
      place,
      radius,
      date,
      from,
      to,
      days,
      duration_max,
      seats,
      mode,
      format,
    })
    .strict()
    .refine((asked) => asked.q || asked.category || asked.place, {
      path: ["q"],
      when: areRead("q", "category", "place"),
      error: "Dites une activité ou un lieu",
    })
    .refine((asked) => !asked.from || !asked.to || asked.from < asked.to, {
      path: ["to"],
      when: areRead("from", "to"),
      error: "L'heure de fin doit suivre celle du début.",
    })
    .refine((asked) => asked.format !== "individual" || (asked.seats ?? 1) === 1, {
      path: ["seats"],
      when: areRead("format", "seats"),
      error: "Une séance individuelle n'a qu'une place",
    }),
);
export type AlertConditions = z.output<typeof alertConditions>;

const alertId = z.uuid({ error: "Identifiant invalide" });
export const alertInput = z.object({ alertId });
export const pauseInput = z.object({ alertId, isPaused: z.boolean() });

/** The account or the guest who keeps a search. */
export type Owner =
  | { userId: string; guestId?: undefined }
  | { guestId: string; userId?: undefined };

/** A search that somebody keeps. */
export interface Alert {
  id: string;
  conditions: AlertConditions;
  isPaused: boolean;
  createdAt: Date;
}

/** People who look for what a professional offers. */
export interface Seekers {
  count: number;
  /** The activity type's name. */
  category: string;
  /** Null online. */
  city: string | null;
}
