import { z } from "@hono/zod-openapi";
import type { ActivityInput } from "#core/catalogue/authoring/schema.ts";
import { updateOffering } from "#core/catalogue/authoring/update-offering.server.ts";
import { ACTIVITY_CATEGORIES, type OfferingView } from "#core/catalogue/schema.ts";
import { listActivities } from "#core/catalogue/views/show-offering.server.ts";
import { listOfferings } from "#core/search/offering-list/list-offerings.server.ts";
import { inBodyNames } from "../errors.ts";
import { encodeAs } from "../names.ts";
import { createTaggedResource, listOf } from "../resource.ts";
import { encodeProfessional, encodeSlot, professionalBody, slotBody } from "./encode-session.ts";
import { offeringQuery } from "./list-query.ts";
import {
  encodePublic,
  type FromPlace,
  offeringShape,
  publicShape,
  toInput,
} from "./offering-body.ts";
import { addOfferingRoutes, type OfferingResource } from "./offering-routes.ts";

/** Excludes the link, which only buyers may read (rule: online-link). */
const activityBody = z
  .object({
    ...publicShape,
    category: z.string(),
    is_recurring: z.boolean(),
    recurring_days: z.array(z.string()).nullable(),
    created_at: z.iso.datetime(),
    professional_id: z.uuid(),
    professional: professionalBody,
    slots: z.array(slotBody),
  })
  .openapi("Activity");

function encodeActivity(view: OfferingView<"activity"> & Partial<FromPlace>) {
  return encodeAs(activityBody, view, {
    ...encodePublic(view),
    professional_id: view.professional.id,
    professional: encodeProfessional(view.professional),
    slots: view.slots.map(encodeSlot),
  });
}

const ACTIVITIES: OfferingResource<"activity"> = {
  kind: "activity",
  name: "Activity",
  body: activityBody,
  encode: encodeActivity,
  writeBody: z.object({ ...offeringShape, category: z.enum(ACTIVITY_CATEGORIES) }),
  async update(ctx, id, { version, ...body }) {
    const changes = toInput<ActivityInput>(body);
    await inBodyNames(updateOffering(ctx, "activity", { id, changes, version }));
  },
  words: {
    show: "Une activité et ses créneaux à venir",
    shown: "L'activité",
    publish: "Publier une activité ; une seule date donne un créneau, une récurrence plusieurs",
    published: "L'activité publiée",
    change: "Changer son activité ; ce qui n'est pas nommé reste",
    changed: "L'activité changée",
    remove: "Supprimer son activité ; refusé tant que des réservations sont à venir",
  },
};

/** Searches bookable activities, or lists all active ones, newest first. */
export function activityRoutes() {
  const { resource, addCall } = createTaggedResource("Activités");
  addCall("get", "/", {
    tag: "Catalogue",
    summary:
      "Chercher parmi les activités réservables ; sans critère, toutes, les plus récentes d'abord",
    security: [],
    query: offeringQuery,
    answer: [listOf(activityBody), "Les activités"],
    call: async (ctx, { query: asked }) => {
      const { limit, cursor, ...search } = asked;
      if (Object.keys(search).length > 0) {
        const found = await listOfferings(ctx, "activity", asked);
        return { data: found.offerings.map(encodeActivity), next_cursor: found.nextCursor };
      }
      const found = await listActivities(ctx, { limit, cursor });
      return { data: found.activities.map(encodeActivity), next_cursor: found.nextCursor };
    },
  });
  addOfferingRoutes(addCall, ACTIVITIES);
  return resource;
}
