import { createRoute } from "@hono/zod-openapi";
import { listActivityTypes } from "#core/catalogue/activity-types/change-type.server.ts";
import { failures, jsonContent, listOf, noQuery } from "../openapi.ts";
import { createResource } from "../resource.ts";
import { activityTypeBody } from "./encode-session.ts";

export function activityTypeRoutes() {
  const types = createResource();
  types.openapi(
    createRoute({
      method: "get",
      path: "/",
      tags: ["Catalogue"],
      summary: "Les catégories",
      request: { query: noQuery },
      responses: {
        200: jsonContent(listOf(activityTypeBody), "Les catégories"),
        ...failures(422),
      },
    }),
    async (c) => c.json({ data: await listActivityTypes(c.get("ctx")), next_cursor: null }, 200),
  );
  return types;
}
