import { listProfessionals } from "#core/professionals/directory/show-directory.server.ts";
import { addCall } from "../add-call.ts";
import { encodeProfessional, professionalBody } from "../offerings/encode-session.ts";
import { listOf, pageQuery } from "../openapi.ts";
import { createResource } from "../resource.ts";

export function professionalRoutes() {
  const professionals = createResource();
  addCall(professionals, "get", "/", {
    tag: "Catalogue",
    summary: "Les praticiens, les mieux notés d'abord",
    security: [],
    query: pageQuery,
    answer: [listOf(professionalBody), "Les praticiens"],
    refusals: [422],
    call: async (ctx, { query }) => {
      const found = await listProfessionals(ctx, query);
      return { data: found.professionals.map(encodeProfessional), next_cursor: found.nextCursor };
    },
  });
  return professionals;
}
