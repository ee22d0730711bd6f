import { createRoute, z } from "@hono/zod-openapi";
import { setOfferingActive } from "#core/catalogue/authoring/delete-offering.server.ts";
import { updateOffering } from "#core/catalogue/authoring/update-offering.server.ts";
import { listOfferings } from "#core/search/offering-list/list-offerings.server.ts";
import { inBodyNames } from "../errors.ts";
import { failures, jsonContent, listOf } from "../openapi.ts";
import { createResource } from "../resource.ts";
import { encodeSession, sessionBody } from "./encode-session.ts";
import { offeringQuery } from "./list-query.ts";
import { offeringShape, toInput } from "./offering-body.ts";
import { addOfferingRoutes, type OfferingResource } from "./offering-routes.ts";

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

export function sessionRoutes() {
  const sessions = createResource();
  sessions.openapi(
    createRoute({
      method: "get",
      path: "/",
      tags: ["Catalogue"],
      summary: "Chercher parmi les séances réservables",
      request: { query: offeringQuery },
      responses: { 200: jsonContent(listOf(sessionBody), "Les séances"), ...failures(422) },
    }),
    async (c) => {
      const found = await listOfferings(c.get("ctx"), "session", c.req.valid("query"));
      const data = found.offerings.map(encodeSession);
      return c.json({ data, next_cursor: found.nextCursor }, 200);
    },
  );
  addOfferingRoutes(sessions, SESSIONS);
  return sessions;
}
