import { z } from "@hono/zod-openapi";
import { showProfessional } from "#core/professionals/directory/show-directory.server.ts";
import { encodeProfessional, professionalBody } from "../offerings/encode-session.ts";
import { createTaggedResource } from "../resource.ts";

export function professionalProcedureRoutes() {
  const { resource, addCall } = createTaggedResource("Procédures");
  addCall("post", "/get_public_professional_profile", {
    summary: "Ce que chacun peut lire d'un praticien",
    security: [],
    body: z.object({ profile_id: z.string() }),
    answer: [professionalBody, "Le praticien"],
    refusals: [404],
    call: async (ctx, { body: { profile_id: professionalId } }) => {
      const view = await showProfessional(ctx, { professionalId });
      return encodeProfessional(view);
    },
  });
  return resource;
}
