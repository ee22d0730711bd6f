import { z } from "@hono/zod-openapi";
import { WEEKDAYS } from "#core/dates.ts";
import { PRICE_BANDS, SEATS_TOLD } from "#core/listings/rules.ts";
import { LAST_LISTED } from "#core/search/offering-list/schema.ts";
import { LONGEST_RADIUS, NEARBY_RADIUS } from "#core/search/rules.ts";
import { SESSION_FILTERS, SORTS } from "#core/search/schema.ts";
import { FORMATS, LONGEST_MINUTES, MODES, NAMED_DAYS } from "#core/search/typing/schema.ts";
import { pageQuery } from "../resource.ts";

const text = z.string().optional();

/** For the documentation only; the use case checks it. */
export const offeringQuery = pageQuery.extend({
  cursor: pageQuery.shape.cursor.openapi({
    description: `Le next_cursor de la page précédente ; une recherche donne ${LAST_LISTED} résultats au plus`,
  }),
  filter: z.enum(SESSION_FILTERS).optional(),
  q: text.openapi({
    description:
      "Mots cherchés, tels quels : un lieu ou une heure s'y disent par place, date, from et to",
  }),
  location: text.openapi({ description: "Ville ou code postal, sans les alentours" }),
  category: text,
  professional: z.uuid().optional(),
  ids: text.openapi({ description: "Identifiants, séparés par des virgules" }),
  price: text.openapi({ enum: [...PRICE_BANDS] }),
  near: text.openapi({
    description:
      "Autour d'un point, « 48.86,2.35 » : le plus proche d'abord, si aucun tri n'est demandé",
  }),
  place: text.openapi({
    description: "De même autour d'une commune, d'un arrondissement ou d'un code postal",
  }),
  radius: text.openapi({
    type: "integer",
    minimum: 1,
    maximum: LONGEST_RADIUS,
    description: `Rayon en km, de 1 à ${LONGEST_RADIUS} ; ${NEARBY_RADIUS} sinon`,
  }),
  date: text.openapi({ description: `Jour du créneau : ${NAMED_DAYS.join(", ")} ou 2026-11-20` }),
  from: text.openapi({ description: "Il commence à partir de : 18:00, à Paris" }),
  to: text.openapi({ description: "Et avant : 22:00, ou 24:00" }),
  days: text.openapi({
    description: `Jours de la semaine, séparés par des virgules : ${WEEKDAYS.join(", ")}`,
  }),
  price_max: text.openapi({ description: "Son prix du moment, en euros, au plus : 45 ou 45,50" }),
  duration_max: text.openapi({
    type: "integer",
    minimum: 1,
    maximum: LONGEST_MINUTES,
    description: "Il dure tant de minutes au plus",
  }),
  seats: text.openapi({
    type: "integer",
    minimum: 1,
    maximum: SEATS_TOLD,
    description: `Places libres au moins, de 1 à ${SEATS_TOLD}`,
  }),
  mode: text.openapi({ enum: [...MODES], description: "En ligne ou sur place" }),
  format: text.openapi({ enum: [...FORMATS], description: "Pour une personne ou pour un groupe" }),
  sort: z.enum(SORTS).optional().openapi({ description: "« distance » demande near ou place" }),
});
