import { z } from "@hono/zod-openapi";
import { listActivityTypes } from "#core/catalogue/activity-types/manage-types.server.ts";
import { copyOffering, createOffering } from "#core/catalogue/authoring/create-offering.server.ts";
import {
  archiveOffering,
  deleteOffering,
  setOfferingActive,
} from "#core/catalogue/authoring/delete-offering.server.ts";
import { showOwnOffering } from "#core/catalogue/authoring/permit-publication.server.ts";
import type { ActivityInput, OfferingFields } from "#core/catalogue/authoring/schema.ts";
import { updateOffering } from "#core/catalogue/authoring/update-offering.server.ts";
import { ACTIVITY_CATEGORIES, type OfferingView, type SlotKind } from "#core/catalogue/schema.ts";
import { listActivities, showOffering } from "#core/catalogue/views/show-offering.server.ts";
import type { Context } from "#core/context.server.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { listOfferings } from "#core/search/offering-list/list-offerings.server.ts";
import { inBodyNames } from "../errors.ts";
import { encodeAs } from "../names.ts";
import { callOf, createTaggedResource, listOf, noQuery, OPTIONAL } from "../resource.ts";
import {
  activityTypeBody,
  encodeProfessional,
  encodeSession,
  encodeSlot,
  professionalBody,
  sessionBody,
  slotBody,
} from "./encode-session.ts";
import { offeringQuery } from "./list-query.ts";
import {
  editionShape,
  encodeOwn,
  encodePublic,
  type FromPlace,
  offeringShape,
  onceShape,
  ownShape,
  publicShape,
  toInput,
} from "./offering-body.ts";

interface EditBody {
  is_active?: boolean | undefined;
  version?: number | undefined;
  [name: string]: unknown;
}

interface OfferingResource<Kind extends SlotKind> {
  kind: Kind;
  name: string;
  body: z.ZodObject;
  encode(view: OfferingView<Kind>): Record<string, unknown>;
  writeBody: z.ZodObject;
  update(ctx: Context, id: string, body: EditBody): Promise<void>;
  words: {
    show: string;
    shown: string;
    publish: string;
    published: string;
    change: string;
    changed: string;
    remove: string;
  };
}

function addOfferingRoutes<Kind extends SlotKind>(
  addCall: ReturnType<typeof createTaggedResource>["addCall"],
  { kind, name, body, encode, writeBody, update, words }: OfferingResource<Kind>,
): void {
  // Optional, so that the use case reports all missing fields.
  const createBody = writeBody.extend(onceShape).partial().strict().openapi(`New${name}`);
  const updateBody = writeBody.extend(editionShape).partial().strict().openapi(`${name}Patch`);
  const ownBody = body.extend(ownShape).openapi(`Own${name}`);
  const showOwn = async (ctx: Context, id: string) => {
    const view = await showOwnOffering(ctx, kind, id);
    return { ...encode(view), ...encodeOwn(view) };
  };
  addCall("get", "/{id}", {
    tag: "Catalogue",
    summary: words.show,
    security: OPTIONAL,
    answer: [body, words.shown],
    refusals: [404],
    call: async (ctx, { params }) => {
      const offering = await showOffering(ctx, kind, params.id);
      return encode(offering);
    },
  });
  addCall("post", "/", {
    summary: words.publish,
    isRetried: true,
    body: createBody,
    answer: [ownBody, words.published],
    status: 201,
    refusals: [404],
    call: async (ctx, { body: asked, c }) => {
      const kept = await inBodyNames(
        answerOnce(ctx, callOf(c, `create-${kind}`, asked), async (own) => {
          const { id } = await createOffering(own, kind, toInput(asked) as OfferingFields[Kind]);
          return { id };
        }),
      );
      return await showOwn(ctx, kept.id);
    },
  });
  addCall("patch", "/{id}", {
    summary: words.change,
    body: updateBody,
    answer: [ownBody, words.changed],
    refusals: [404, 409],
    call: async (ctx, { params, body }) => {
      const { id } = params;
      await update(ctx, id, body);
      return await showOwn(ctx, id);
    },
  });
  addCall("post", "/{id}/copy", {
    summary: "En faire une copie entière, en pause et sans créneau ; elle compte dans le mois",
    isRetried: true,
    answer: [ownBody, "La copie"],
    status: 201,
    refusals: [400, 404, 422],
    call: async (ctx, { params, c }) => {
      const { id } = params;
      const kept = await answerOnce(ctx, callOf(c, `copy-${kind}`, { id }), async (own) => ({
        id: (await copyOffering(own, kind, id)).id,
      }));
      return await showOwn(ctx, kept.id);
    },
  });
  addCall("post", "/{id}/archive", {
    summary: "L'archiver, sans la supprimer ; remise en ligne, elle ne l'est plus",
    answer: "Archivée",
    refusals: [404, 409],
    call: (ctx, { params }) => archiveOffering(ctx, kind, params.id),
  });
  addCall("delete", "/{id}", {
    summary: words.remove,
    answer: "Supprimée",
    refusals: [404, 409],
    call: (ctx, { params }) => deleteOffering(ctx, kind, params.id),
  });
}

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

export function activityTypeRoutes() {
  const { resource, addCall } = createTaggedResource("Catalogue");
  addCall("get", "/", {
    summary: "Les catégories",
    security: [],
    query: noQuery,
    answer: [listOf(activityTypeBody), "Les catégories"],
    call: async (ctx) => ({ data: await listActivityTypes(ctx), next_cursor: null }),
  });
  return resource;
}
