import { listProfessionals } from "#core/professionals/directory/show-directory.server.ts";
import { encodeProfessional, professionalBody } from "../offerings/encode-session.ts";
import { createTaggedResource, listOf, pageQuery } from "../resource.ts";

export function professionalRoutes() {
  const { resource, addCall } = createTaggedResource("Catalogue");
  addCall("get", "/", {
    summary: "Les praticiens, les mieux notés d'abord",
    security: [],
    query: pageQuery,
    answer: [listOf(professionalBody), "Les praticiens"],
    call: async (ctx, { query }) => {
      const found = await listProfessionals(ctx, query);
      return { data: found.professionals.map(encodeProfessional), next_cursor: found.nextCursor };
    },
  });
  return resource;
}
