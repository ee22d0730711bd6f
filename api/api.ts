import { activityTypeRoutes } from "./activity-types.ts";
import { authRoutes } from "./auth.ts";
import { bookingRoutes } from "./bookings.ts";
import { favoriteRoutes } from "./favorites.ts";
import { functionRoutes } from "./functions.ts";
import { procedureRoutes } from "./procedures.ts";
import { professionalRoutes } from "./professionals.ts";
import { profileRoutes } from "./profile.ts";
import { createResource } from "./resource.ts";
import { sessionRoutes } from "./sessions.ts";

/** Door 2: the JSON API, one file a resource, documented by the schemas that check it. */
export function createApi() {
  const api = createResource();
  api.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
  });
  api.route("/auth", authRoutes());
  api.route("/profile", profileRoutes());
  api.route("/sessions", sessionRoutes());
  api.route("/activity-types", activityTypeRoutes());
  api.route("/professionals", professionalRoutes());
  api.route("/bookings", bookingRoutes());
  api.route("/favorites", favoriteRoutes());
  api.route("/functions", functionRoutes());
  api.route("/rpc", procedureRoutes());
  api.doc31("/openapi.json", {
    openapi: "3.1.0",
    info: {
      title: "Parenthèse",
      version: "1",
      description:
        "L'API de Parenthèse. Les listes répondent { data, next_cursor } ; les refus { error }. Les prix sont en euros TTC, les instants en ISO 8601.",
    },
    servers: [{ url: "/api/v1" }],
  });
  return api;
}
