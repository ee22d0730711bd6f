import { createRoute, z } from "@hono/zod-openapi";
import { createOffering } from "#core/catalogue/authoring/create-offering.server.ts";
import { deleteOffering } from "#core/catalogue/authoring/delete-offering.server.ts";
import type { ActivityInput } from "#core/catalogue/authoring/schema.ts";
import { showOwnOffering } from "#core/catalogue/authoring/show-own-offering.server.ts";
import { updateOffering } from "#core/catalogue/authoring/update-offering.server.ts";
import {
  ACTIVITY_CATEGORIES,
  type OfferingView,
  type OwnOfferingView,
} from "#core/catalogue/schema.ts";
import { listActivities } from "#core/catalogue/views/list-activities.server.ts";
import { showOffering } from "#core/catalogue/views/show-offering.server.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { inBodyNames } from "../errors.ts";
import { callOf, retryHeaders } from "../once.ts";
import { BEARER, failures, jsonBody, jsonContent, listOf, pageQuery } from "../openapi.ts";
import { createResource } from "../resource.ts";
import { encodeProfessional, encodeSlot, professionalBody, slotBody } from "./encode-session.ts";
import {
  editionShape,
  encodeOwn,
  encodePublic,
  offeringShape,
  onceShape,
  ownShape,
  publicShape,
  toInput,
} from "./offering-body.ts";

/**
 * Activities in the API's snake_case columns, without the link, which only those who have paid may
 * read (rule: online-link).
 */
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

function encodeActivity(
  view: OfferingView<"activity"> | OwnOfferingView<"activity">,
): z.output<typeof activityBody> {
  return {
    ...encodePublic(view),
    category: view.category,
    is_recurring: view.isRecurring,
    recurring_days: view.recurringDays,
    created_at: view.createdAt.toISOString(),
    professional_id: view.professional.id,
    professional: encodeProfessional(view.professional),
    slots: view.slots.map(encodeSlot),
  };
}

/**
 * The fields of the creation form, all optional here: the use case says which of them are missing
 * or wrong.
 */
const writeBody = z.object({ ...offeringShape, category: z.enum(ACTIVITY_CATEGORIES) });
const createBody = writeBody.extend(onceShape).partial().strict().openapi("NewActivity");
const updateBody = writeBody.extend(editionShape).partial().strict().openapi("ActivityPatch");

const ownActivityBody = activityBody.extend(ownShape).openapi("OwnActivity");

function encodeOwnActivity(view: OwnOfferingView<"activity">): z.output<typeof ownActivityBody> {
  return { ...encodeActivity(view), ...encodeOwn(view) };
}

/** /activities: workshops, retreats and trainings that are active, newest first. */
export function activityRoutes() {
  const activities = createResource();
  activities.openapi(
    createRoute({
      method: "get",
      path: "/",
      tags: ["Catalogue"],
      summary: "Les activités, les plus récentes d'abord",
      request: { query: pageQuery },
      responses: { 200: jsonContent(listOf(activityBody), "Les activités"), ...failures(422) },
    }),
    async (c) => {
      const found = await listActivities(c.get("ctx"), c.req.valid("query"));
      const body = { data: found.activities.map(encodeActivity), next_cursor: found.nextCursor };
      return c.json(body, 200);
    },
  );
  activities.openapi(
    createRoute({
      method: "get",
      path: "/{id}",
      tags: ["Catalogue"],
      summary: "Une activité et ses créneaux à venir",
      request: { params: z.object({ id: z.string() }) },
      responses: { 200: jsonContent(activityBody, "L'activité"), ...failures(404) },
    }),
    async (c) => {
      const activity = await showOffering(c.get("ctx"), "activity", c.req.valid("param").id);
      return c.json(encodeActivity(activity), 200);
    },
  );
  activities.openapi(
    createRoute({
      method: "post",
      path: "/",
      tags: ["Activités"],
      summary: "Publier une activité ; une seule date donne un créneau, une récurrence plusieurs",
      security: BEARER,
      request: { headers: retryHeaders, body: jsonBody(createBody) },
      responses: {
        201: jsonContent(ownActivityBody, "L'activité publiée"),
        ...failures(400, 401, 403, 404, 409, 415, 422),
      },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const body = c.req.valid("json");
      const { activityId } = await inBodyNames(
        // The release before answers a repeated call by this name.
        answerOnce(ctx, callOf(c, "create-activity", body), async (own) => ({
          activityId: (await createOffering(own, "activity", toInput<ActivityInput>(body))).id,
        })),
      );
      return c.json(encodeOwnActivity(await showOwnOffering(ctx, "activity", activityId)), 201);
    },
  );
  activities.openapi(
    createRoute({
      method: "patch",
      path: "/{id}",
      tags: ["Activités"],
      summary: "Changer son activité ; ce qui n'est pas nommé reste",
      security: BEARER,
      request: { params: z.object({ id: z.string() }), body: jsonBody(updateBody) },
      responses: {
        200: jsonContent(ownActivityBody, "L'activité changée"),
        ...failures(400, 401, 403, 404, 409, 415, 422),
      },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const activityId = c.req.valid("param").id;
      const { version, ...body } = c.req.valid("json");
      const changes = toInput<ActivityInput>(body);
      await inBodyNames(updateOffering(ctx, "activity", { id: activityId, changes, version }));
      return c.json(encodeOwnActivity(await showOwnOffering(ctx, "activity", activityId)), 200);
    },
  );
  activities.openapi(
    createRoute({
      method: "delete",
      path: "/{id}",
      tags: ["Activités"],
      summary: "Supprimer son activité ; refusé tant que des réservations sont à venir",
      security: BEARER,
      request: { params: z.object({ id: z.string() }) },
      responses: { 204: { description: "Supprimée" }, ...failures(401, 403, 404, 409) },
    }),
    async (c) => {
      await deleteOffering(c.get("ctx"), "activity", c.req.valid("param").id);
      return c.body(null, 204);
    },
  );
  return activities;
}
