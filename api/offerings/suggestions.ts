import { z } from "@hono/zod-openapi";
import { suggestSearches } from "#core/search/typing/suggest-searches.server.ts";
import { createTaggedResource, listOf } from "../resource.ts";

const suggestionBody = z
  .object({
    kind: z.enum(["activity", "professional", "place"]),
    label: z.string(),
    id: z.uuid().nullable().openapi({ description: "Du praticien" }),
    city: z.string().nullable().openapi({ description: "Du praticien" }),
  })
  .openapi("Suggestion");

/** For the documentation only; the use case checks it. */
const query = z.strictObject({
  field: z.enum(["what", "where"]),
  q: z.string().openapi({ description: "Ce qui est écrit jusqu'ici, 100 caractères au plus" }),
});

export function suggestionRoutes() {
  const { resource, addCall } = createTaggedResource("Catalogue");
  addCall("get", "/", {
    summary: "Compléter ce qui est écrit dans « Quoi ? » ou « Où ? »",
    security: [],
    query,
    answer: [listOf(suggestionBody), "Les suggestions, la meilleure d'abord"],
    call: async (ctx, { query, c }) => {
      const data = await suggestSearches(ctx, query);
      // The same for everybody, but an answer that may renew a cookie must not be cached.
      if (c.req.header("cookie") === undefined) c.header("Cache-Control", "public, max-age=60");
      return { data, next_cursor: null };
    },
  });
  return resource;
}
