import { z } from "@hono/zod-openapi";
import { setOfferingActive } from "#core/catalogue/authoring/delete-offering.server.ts";
import { updateOffering } from "#core/catalogue/authoring/update-offering.server.ts";
import { listOfferings } from "#core/search/offering-list/list-offerings.server.ts";
import { inBodyNames } from "../errors.ts";
import { createTaggedResource, listOf } from "../resource.ts";
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
  const { resource, addCall } = createTaggedResource("Sessions");
  addCall("get", "/", {
    tag: "Catalogue",
    summary: "Chercher parmi les séances réservables",
    security: [],
    query: offeringQuery,
    answer: [listOf(sessionBody), "Les séances"],
    call: async (ctx, { query }) => {
      const found = await listOfferings(ctx, "session", query);
      return { data: found.offerings.map(encodeSession), next_cursor: found.nextCursor };
    },
  });
  addOfferingRoutes(addCall, SESSIONS);
  return resource;
}
