import { z } from "zod";
import { listLimit, MAX_LIMIT } from "../../cursor.ts";
import { PRICE_BANDS } from "../../listings/rules.ts";
import { areRead } from "../../parse.ts";
import { DEFAULT_SORT, wherever } from "../rules.ts";
import { priceBand, SESSION_FILTERS, SORTS } from "../schema.ts";
import { PARAMETERS } from "../typing/schema.ts";

/** Results that a program gets over all cursors (rule: list-end). */
export const LAST_LISTED = 1_000;

const askedText = z.string().trim().max(200, { error: "200 caractères au plus" }).default("");

/** Refuses values that make no sense, unlike the query of an address. */
export const offeringListQuery = z
  .object({
    filter: z.enum(SESSION_FILTERS, { error: "Filtre inconnu" }).optional(),
    q: askedText,
    location: askedText,
    category: askedText,
    professional: z.uuid({ error: "Identifiant invalide" }).optional(),
    price: priceBand(z.enum(PRICE_BANDS, { error: "Tranche de prix inconnue" }).optional()),
    ...z.object(PARAMETERS).partial().shape,
    sort: z.enum(SORTS, { error: "Tri inconnu" }).default(DEFAULT_SORT),
    /** Comma-separated; overrides the other parameters and includes what cannot be booked. */
    ids: z
      .string()
      .transform((ids) => ids.split(",").filter((id) => id !== ""))
      .pipe(
        z
          .array(z.uuid({ error: "Identifiant invalide" }))
          .max(MAX_LIMIT, { error: "100 identifiants au plus" }),
      )
      .optional(),
    limit: listLimit,
    cursor: z.string().max(500, { error: "Curseur invalide" }).optional(),
  })
  .refine(({ from, to }) => !from || !to || from < to, {
    path: ["to"],
    when: areRead("from", "to"),
    error: "L'heure de fin doit suivre celle du début.",
  })
  .refine(({ near, place, location }) => [near, place, location].filter(Boolean).length <= 1, {
    path: ["place"],
    when: areRead("near", "place", "location"),
    error: "Un seul lieu à la fois : near, place ou location",
  })
  .refine(({ sort, ...where }) => sort !== "distance" || wherever(where).around !== undefined, {
    path: ["sort"],
    when: areRead("sort", "near", "place", "location"),
    error: "Le tri par distance demande un lieu : near ou place",
  });
