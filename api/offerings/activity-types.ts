import { listActivityTypes } from "#core/catalogue/activity-types/manage-types.server.ts";
import { listOf, noQuery } from "../openapi.ts";
import { createTaggedResource } from "../tagged-resource.ts";
import { activityTypeBody } from "./encode-session.ts";

export function activityTypeRoutes() {
  const { resource, addCall } = createTaggedResource("Catalogue");
  addCall("get", "/", {
    summary: "Les catégories",
    security: [],
    query: noQuery,
    answer: [listOf(activityTypeBody), "Les catégories"],
    refusals: [422],
    call: async (ctx) => ({ data: await listActivityTypes(ctx), next_cursor: null }),
  });
  return resource;
}
