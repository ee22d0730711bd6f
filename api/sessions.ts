import { createRoute, z } from "@hono/zod-openapi";
import { listSessions } from "#core/catalogue/list-sessions.server.ts";
import { PRICE_BANDS, SESSION_FILTERS, SORTS } from "#core/catalogue/schema.ts";
import { showSession } from "#core/catalogue/show-session.server.ts";
import { encodeSession, sessionBody } from "./encode-session.ts";
import { failures, jsonContent, listOf, pageQuery } from "./openapi.ts";
import { createResource } from "./resource.ts";

/** Documented here, checked by the use case, like the page's own address (S1§2). */
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

/** /sessions: what can be booked now, in the order that was asked for. */
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
      const session = await showSession(c.get("ctx"), { sessionId: c.req.valid("param").id });
      return c.json(encodeSession(session), 200);
    },
  );
  return sessions;
}
