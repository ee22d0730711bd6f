import { createRoute, z } from "@hono/zod-openapi";
import { showProfessional } from "#core/professionals/directory/show-directory.server.ts";
import { encodeProfessional, professionalBody } from "../offerings/encode-session.ts";
import { failures, jsonBody, jsonContent } from "../openapi.ts";
import { createResource } from "../resource.ts";

export function professionalProcedureRoutes() {
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
  return procedures;
}
