import { createRoute, z } from "@hono/zod-openapi";
import { setOfferingActive } from "#core/catalogue/authoring/set-offering-active.server.ts";
import { updateOffering } from "#core/catalogue/authoring/update-offering.server.ts";
import { PRICE_BANDS, SEATS_TOLD } from "#core/listings/rules.ts";
import { listSessions } from "#core/search/list-sessions.server.ts";
import { LAST_LISTED, NEARBY_RADIUS, RADII } from "#core/search/rules.ts";
import { FORMATS, MODES, NAMED_DAYS, SESSION_FILTERS, SORTS } from "#core/search/schema.ts";
import { inBodyNames } from "../errors.ts";
import { failures, jsonContent, listOf, pageQuery } from "../openapi.ts";
import { createResource } from "../resource.ts";
import { encodeSession, sessionBody } from "./encode-session.ts";
import { offeringShape, toInput } from "./offering-body.ts";
import { addOfferingRoutes, type OfferingResource } from "./offering-routes.ts";

/**
 * Described here for the documentation; the use case checks it, as it does for the page's address.
 */
const listQuery = pageQuery.extend({
  cursor: pageQuery.shape.cursor.openapi({
    description: `Le next_cursor de la page précédente ; une liste donne ${LAST_LISTED} séances au plus`,
  }),
  filter: z.enum(SESSION_FILTERS).optional(),
  q: z.string().optional(),
  location: z.string().optional().openapi({ description: "Ville ou code postal" }),
  category: z.string().optional(),
  professional: z.uuid().optional(),
  ids: z.string().optional().openapi({ description: "Identifiants, séparés par des virgules" }),
  price: z
    .string()
    .optional()
    .openapi({ enum: [...PRICE_BANDS] }),
  when: z
    .string()
    .optional()
    .openapi({ description: `Jour du créneau : ${NAMED_DAYS.join(", ")} ou 2026-11-20` }),
  from: z.string().optional().openapi({ description: "Il commence à partir de : 18:00, à Paris" }),
  to: z.string().optional().openapi({ description: "Et avant : 22:00, ou 24:00" }),
  seats: z
    .string()
    .optional()
    .openapi({ description: `Places libres au moins, de 1 à ${SEATS_TOLD}` }),
  mode: z
    .string()
    .optional()
    .openapi({ enum: [...MODES], description: "En ligne ou sur place" }),
  format: z
    .string()
    .optional()
    .openapi({ enum: [...FORMATS], description: "Pour une personne ou pour un groupe" }),
  near: z.string().optional().openapi({
    description:
      "Autour d'une commune, d'un code postal ou d'un point, « 48.86,2.35 » : le plus proche d'abord, si aucun tri n'est demandé. Sans « location »",
  }),
  radius: z
    .string()
    .optional()
    .openapi({ description: `Rayon en km : ${RADII.join(", ")} ; ${NEARBY_RADIUS} sinon` }),
  sort: z.enum(SORTS).optional(),
});

const SESSIONS: OfferingResource<"session"> = {
  kind: "session",
  name: "Session",
  body: sessionBody,
  encode: encodeSession,
  writeBody: z.object({
    ...offeringShape,
    discounted_price: z.number().nullable().openapi({ description: "Inférieur au prix" }),
    session_type: z.enum(["individual", "group"]),
    activity_type_id: z.string().nullable(),
    category: z.string().openapi({ description: "Un nom à la place ; créé s'il est nouveau" }),
  }),
  async update(ctx, id, { is_active: isActive, version, ...body }) {
    if (Object.keys(body).length > 0) {
      await inBodyNames(updateOffering(ctx, "session", { id, changes: toInput(body), version }));
    }
    if (isActive !== undefined) await setOfferingActive(ctx, "session", { id, isActive });
  },
  words: {
    tag: "Sessions",
    show: "Une séance et ses créneaux à venir",
    shown: "La séance",
    publish: "Publier une séance ; une seule date donne un créneau, une récurrence plusieurs",
    published: "La séance publiée",
    change: "Changer sa séance ; ce qui n'est pas nommé reste",
    changed: "La séance changée",
    remove: "Supprimer sa séance ; refusé tant que des réservations sont à venir",
  },
};

/** /sessions: the sessions that can be booked now, in the requested order. */
export function sessionRoutes() {
  const sessions = createResource();
  sessions.openapi(
    createRoute({
      method: "get",
      path: "/",
      tags: ["Catalogue"],
      summary: "Chercher parmi les séances réservables",
      request: { query: listQuery },
      responses: { 200: jsonContent(listOf(sessionBody), "Les séances"), ...failures(422) },
    }),
    async (c) => {
      const found = await listSessions(c.get("ctx"), c.req.valid("query"));
      return c.json(
        { data: found.sessions.map(encodeSession), next_cursor: found.nextCursor },
        200,
      );
    },
  );
  addOfferingRoutes(sessions, SESSIONS);
  return sessions;
}
