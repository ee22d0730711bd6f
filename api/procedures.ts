import { createRoute, z } from "@hono/zod-openapi";
import { canCreateSession } from "#core/catalogue/can-create-session.server.ts";
import { recountSessions } from "#core/catalogue/recount-sessions.server.ts";
import { requestAccountDeletion } from "#core/privacy/request-account-deletion.server.ts";
import { withdrawDeletion } from "#core/privacy/withdraw-deletion.server.ts";
import { showProfessional } from "#core/professionals/show-professional.server.ts";
import { encodeProfessional, professionalBody } from "./encode-session.ts";
import { inBodyNames } from "./errors.ts";
import { BEARER, failures, jsonBody, jsonContent } from "./openapi.ts";
import { createResource } from "./resource.ts";

/** The stored procedures, each answering its bare value. */
export function procedureRoutes() {
  const procedures = createResource();
  procedures.openapi(
    createRoute({
      method: "post",
      path: "/get_public_professional_profile",
      tags: ["Procédures"],
      summary: "Ce que chacun peut lire d'un praticien",
      request: { body: jsonBody(z.object({ profile_id: z.string() })) },
      responses: {
        200: jsonContent(professionalBody, "Le praticien"),
        ...failures(400, 404, 415, 422),
      },
    }),
    async (c) => {
      const { profile_id: professionalId } = c.req.valid("json");
      const view = await showProfessional(c.get("ctx"), { professionalId });
      return c.json(encodeProfessional(view), 200);
    },
  );
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
  // Creating and deleting count sessions by themselves; both procedures only count again (rule:
  // quota-month).
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
  procedures.openapi(
    createRoute({
      method: "post",
      path: "/request_account_deletion",
      tags: ["Procédures"],
      summary: "Supprimer son compte, ou le demander quand on est praticien",
      security: BEARER,
      request: {
        body: jsonBody(
          z.object({
            user_id: z.string().optional().openapi({ description: "Le sien, et nul autre" }),
            password: z
              .string()
              .optional()
              .openapi({ description: "Vérifié s'il est donné ; le jeton en a déjà demandé un" }),
          }),
        ),
      },
      responses: {
        200: jsonContent(
          z.enum(["deleted", "requested"]),
          "Le compte est supprimé, ou la demande est enregistrée",
        ),
        ...failures(400, 401, 403, 409, 415, 422, 429),
      },
    }),
    async (c) => {
      const { user_id: userId, password } = c.req.valid("json");
      const asked = requestAccountDeletion(c.get("ctx"), { userId, password });
      return c.json(await inBodyNames(asked), 200);
    },
  );
  procedures.openapi(
    createRoute({
      method: "post",
      path: "/withdraw_account_deletion",
      tags: ["Procédures"],
      summary: "Retirer sa demande de suppression, pendant un mois : tout redevient public",
      security: BEARER,
      responses: {
        200: jsonContent(z.literal("withdrawn"), "La demande est retirée"),
        ...failures(401, 403, 409),
      },
    }),
    async (c) => {
      await withdrawDeletion(c.get("ctx"));
      return c.json("withdrawn" as const, 200);
    },
  );
  return procedures;
}
