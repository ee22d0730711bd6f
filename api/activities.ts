import { createRoute, z } from "@hono/zod-openapi";
import { createActivity } from "#core/catalogue/create-activity.server.ts";
import { deleteActivity } from "#core/catalogue/delete-activity.server.ts";
import { listActivities } from "#core/catalogue/list-activities.server.ts";
import {
  ACTIVITY_CATEGORIES,
  type ActivityInput,
  type ActivityView,
  type OwnActivityView,
} from "#core/catalogue/schema.ts";
import { showActivity } from "#core/catalogue/show-activity.server.ts";
import { showOwnActivity } from "#core/catalogue/show-own-activity.server.ts";
import { updateActivity } from "#core/catalogue/update-activity.server.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { encodeProfessional, encodeSlot, professionalBody, slotBody } from "./encode-session.ts";
import { inBodyNames } from "./errors.ts";
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
import { callOf, retryHeaders } from "./once.ts";
import { BEARER, failures, jsonBody, jsonContent, listOf, pageQuery } from "./openapi.ts";
import { createResource } from "./resource.ts";

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

function encodeActivity(view: ActivityView | OwnActivityView): z.output<typeof activityBody> {
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

function encodeOwnActivity(view: OwnActivityView): z.output<typeof ownActivityBody> {
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
      const activity = await showActivity(c.get("ctx"), { activityId: c.req.valid("param").id });
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
        answerOnce(ctx, callOf(c, "create-activity", body), (own) =>
          createActivity(own, toInput<ActivityInput>(body)),
        ),
      );
      return c.json(encodeOwnActivity(await showOwnActivity(ctx, { activityId })), 201);
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
      await inBodyNames(updateActivity(ctx, { activityId, changes, version }));
      return c.json(encodeOwnActivity(await showOwnActivity(ctx, { activityId })), 200);
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
      await deleteActivity(c.get("ctx"), { activityId: c.req.valid("param").id });
      return c.body(null, 204);
    },
  );
  return activities;
}
