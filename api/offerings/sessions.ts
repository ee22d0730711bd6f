import { createRoute, z } from "@hono/zod-openapi";
import { createOffering } from "#core/catalogue/authoring/create-offering.server.ts";
import { deleteOffering } from "#core/catalogue/authoring/delete-offering.server.ts";
import { setOfferingActive } from "#core/catalogue/authoring/set-offering-active.server.ts";
import { showOwnOffering } from "#core/catalogue/authoring/show-own-offering.server.ts";
import { updateOffering } from "#core/catalogue/authoring/update-offering.server.ts";
import type { OwnOfferingView } from "#core/catalogue/schema.ts";
import { showOffering } from "#core/catalogue/views/show-offering.server.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { PRICE_BANDS } from "#core/offers/rules.ts";
import { listSessions } from "#core/search/list-sessions.server.ts";
import { SESSION_FILTERS, SORTS } from "#core/search/schema.ts";
import { inBodyNames } from "../errors.ts";
import { callOf, retryHeaders } from "../once.ts";
import { BEARER, failures, jsonBody, jsonContent, listOf, pageQuery } from "../openapi.ts";
import { createResource } from "../resource.ts";
import { encodeSession, sessionBody } from "./encode-session.ts";
import {
  editionShape,
  encodeOwn,
  offeringShape,
  onceShape,
  ownShape,
  toInput,
} from "./offering-body.ts";

/**
 * Described here for the documentation; the use case checks it, as it does for the page's address.
 */
const listQuery = pageQuery.extend({
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
  sort: z.enum(SORTS).optional(),
});

/**
 * The fields of the creation form, all optional here: the use case says which of them are missing
 * or wrong.
 */
const writeBody = z.object({
  ...offeringShape,
  discounted_price: z.number().nullable().openapi({ description: "Inférieur au prix" }),
  session_type: z.enum(["individual", "group"]),
  activity_type_id: z.string().nullable(),
  category: z.string().openapi({ description: "Un nom à la place ; créé s'il est nouveau" }),
});
const createBody = writeBody.extend(onceShape).partial().strict().openapi("NewSession");
const updateBody = writeBody.extend(editionShape).partial().strict().openapi("SessionPatch");

const ownSessionBody = sessionBody.extend(ownShape).openapi("OwnSession");

function encodeOwnSession(view: OwnOfferingView<"session">): z.output<typeof ownSessionBody> {
  return { ...encodeSession(view), ...encodeOwn(view) };
}

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
  sessions.openapi(
    createRoute({
      method: "get",
      path: "/{id}",
      tags: ["Catalogue"],
      summary: "Une séance et ses créneaux à venir",
      request: { params: z.object({ id: z.string() }) },
      responses: { 200: jsonContent(sessionBody, "La séance"), ...failures(404) },
    }),
    async (c) => {
      const session = await showOffering(c.get("ctx"), "session", c.req.valid("param").id);
      return c.json(encodeSession(session), 200);
    },
  );
  sessions.openapi(
    createRoute({
      method: "post",
      path: "/",
      tags: ["Sessions"],
      summary: "Publier une séance ; une seule date donne un créneau, une récurrence plusieurs",
      security: BEARER,
      request: { headers: retryHeaders, body: jsonBody(createBody) },
      responses: {
        201: jsonContent(ownSessionBody, "La séance publiée"),
        ...failures(400, 401, 403, 404, 409, 415, 422),
      },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const body = c.req.valid("json");
      const { sessionId } = await inBodyNames(
        // The release before answers a repeated call by this name.
        answerOnce(ctx, callOf(c, "create-session", body), async (own) => ({
          sessionId: (await createOffering(own, "session", toInput(body))).id,
        })),
      );
      return c.json(encodeOwnSession(await showOwnOffering(ctx, "session", sessionId)), 201);
    },
  );
  sessions.openapi(
    createRoute({
      method: "patch",
      path: "/{id}",
      tags: ["Sessions"],
      summary: "Changer sa séance ; ce qui n'est pas nommé reste",
      security: BEARER,
      request: { params: z.object({ id: z.string() }), body: jsonBody(updateBody) },
      responses: {
        200: jsonContent(ownSessionBody, "La séance changée"),
        ...failures(400, 401, 403, 404, 409, 415, 422),
      },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const sessionId = c.req.valid("param").id;
      const { is_active: isActive, version, ...body } = c.req.valid("json");
      if (Object.keys(body).length > 0) {
        await inBodyNames(
          updateOffering(ctx, "session", { id: sessionId, changes: toInput(body), version }),
        );
      }
      if (isActive !== undefined)
        await setOfferingActive(ctx, "session", { id: sessionId, isActive });
      return c.json(encodeOwnSession(await showOwnOffering(ctx, "session", sessionId)), 200);
    },
  );
  sessions.openapi(
    createRoute({
      method: "delete",
      path: "/{id}",
      tags: ["Sessions"],
      summary: "Supprimer sa séance ; refusé tant que des réservations sont à venir",
      security: BEARER,
      request: { params: z.object({ id: z.string() }) },
      responses: { 204: { description: "Supprimée" }, ...failures(401, 403, 404, 409) },
    }),
    async (c) => {
      await deleteOffering(c.get("ctx"), "session", c.req.valid("param").id);
      return c.body(null, 204);
    },
  );
  return sessions;
}
