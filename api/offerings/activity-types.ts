import { listActivityTypes } from "#core/catalogue/activity-types/change-type.server.ts";
import { createTaggedResource, listOf, noQuery } from "../resource.ts";
import { activityTypeBody } from "./encode-session.ts";

export function activityTypeRoutes() {
  const { resource, addCall } = createTaggedResource("Catalogue");
  addCall("get", "/", {
    summary: "Les catégories",
    security: [],
    query: noQuery,
    answer: [listOf(activityTypeBody), "Les catégories"],
    call: async (ctx) => ({ data: await listActivityTypes(ctx), next_cursor: null }),
  });
  return resource;
}
