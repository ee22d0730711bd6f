import { createRoute } from "@hono/zod-openapi";
import { listProfessionals } from "#core/professionals/directory/show-directory.server.ts";
import { encodeProfessional, professionalBody } from "../offerings/encode-session.ts";
import { failures, jsonContent, listOf, pageQuery } from "../openapi.ts";
import { createResource } from "../resource.ts";

export function professionalRoutes() {
  const professionals = createResource();
  professionals.openapi(
    createRoute({
      method: "get",
      path: "/",
      tags: ["Catalogue"],
      summary: "Les praticiens, les mieux notés d'abord",
      request: { query: pageQuery },
      responses: {
        200: jsonContent(listOf(professionalBody), "Les praticiens"),
        ...failures(422),
      },
    }),
    async (c) => {
      const found = await listProfessionals(c.get("ctx"), c.req.valid("query"));
      return c.json(
        { data: found.professionals.map(encodeProfessional), next_cursor: found.nextCursor },
        200,
      );
    },
  );
  return professionals;
}
