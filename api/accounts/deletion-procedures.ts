import { createRoute, z } from "@hono/zod-openapi";
import {
  requestAccountDeletion,
  withdrawDeletion,
} from "#core/privacy/deletion/request-account-deletion.server.ts";
import { inBodyNames } from "../errors.ts";
import { BEARER, failures, jsonBody, jsonContent } from "../openapi.ts";
import { createResource } from "../resource.ts";

export function deletionProcedureRoutes() {
  const procedures = createResource();
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
              .string("Veuillez saisir votre mot de passe")
              .openapi({ description: "Le sien, même avec un jeton" }),
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
      const done = await inBodyNames(requestAccountDeletion(c.get("ctx"), { userId, password }));
      return c.json(done, 200);
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
