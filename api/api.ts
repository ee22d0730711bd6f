import { createResource } from "./env.ts";

/** Door 2: the JSON API, one file a resource, documented by the schemas that check it. */
export function createApi() {
  const api = createResource();
  api.doc31("/openapi.json", {
    openapi: "3.1.0",
    info: {
      title: "Parenthèse",
      version: "1",
      description:
        "L'API de Parenthèse. Les listes répondent { data, next_cursor } ; les erreurs { error }. Les prix sont en euros TTC, les instants en ISO 8601.",
    },
    servers: [{ url: "/api/v1" }],
  });
  api.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
  });
  return api;
}
