import { createRoute, z } from "@hono/zod-openapi";
import { canCreateSession, recountSessions } from "#core/catalogue/quota/use-quota.server.ts";
import { inBodyNames } from "../errors.ts";
import { BEARER, failures, jsonBody, jsonContent } from "../openapi.ts";
import { createResource } from "../resource.ts";

export function quotaProcedureRoutes() {
  const procedures = createResource();
  const ownUser = jsonBody(
    z.object({ user_id: z.string().openapi({ description: "Le sien, et nul autre" }) }),
  );
  procedures.openapi(
    createRoute({
      method: "post",
      path: "/can_create_session",
      tags: ["Procédures"],
      summary: "Le plan laisse-t-il créer une séance de plus ce mois-ci",
      security: BEARER,
      request: { body: ownUser },
      responses: {
        200: jsonContent(z.boolean(), "Oui ou non"),
        ...failures(400, 401, 403, 415, 422),
      },
    }),
    async (c) => {
      const { user_id: userId } = c.req.valid("json");
      return c.json(await inBodyNames(canCreateSession(c.get("ctx"), { userId })), 200);
    },
  );
  // Only count again, since creating and deleting count by themselves (rule: quota-month).
  for (const name of ["increment_session_count", "decrement_session_count"]) {
    procedures.openapi(
      createRoute({
        method: "post",
        path: `/${name}`,
        tags: ["Procédures"],
        summary: "Recompter les séances créées ce mois-ci",
        security: BEARER,
        request: { body: ownUser },
        responses: {
          200: jsonContent(z.int(), "Leur nombre"),
          ...failures(400, 401, 403, 415, 422),
        },
      }),
      async (c) => {
        const { user_id: userId } = c.req.valid("json");
        return c.json(await inBodyNames(recountSessions(c.get("ctx"), { userId })), 200);
      },
    );
  }
  return procedures;
}
