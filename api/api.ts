import { activityRoutes } from "./activities.ts";
import { activityTypeRoutes } from "./activity-types.ts";
import { authRoutes } from "./auth.ts";
import { bookingRoutes } from "./bookings.ts";
import { contactFunctionRoutes } from "./contact-functions.ts";
import { deletionProcedureRoutes } from "./deletion-procedures.ts";
import { earningsRoutes } from "./earnings.ts";
import { favoriteRoutes } from "./favorites.ts";
import { imageRoutes } from "./images.ts";
import { loginRoutes } from "./logins.ts";
import { paymentFunctionRoutes } from "./payment-functions.ts";
import { professionalFunctionRoutes } from "./professional-functions.ts";
import { professionalProcedureRoutes } from "./professional-procedures.ts";
import { professionalProfileRoutes } from "./professional-profile.ts";
import { professionalRoutes } from "./professionals.ts";
import { profileRoutes } from "./profile.ts";
import { quotaProcedureRoutes } from "./quota-procedures.ts";
import { createResource } from "./resource.ts";
import { sessionRoutes } from "./sessions.ts";
import { slotRoutes } from "./slots.ts";
import { subscriptionRoutes } from "./subscription.ts";
import { subscriptionFunctionRoutes } from "./subscription-functions.ts";
import { suggestionRoutes } from "./suggestions.ts";

/** The JSON API, one file per resource, documented by the same schemas that check it. */
export function createApi() {
  const api = createResource();
  api.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
  });
  api.route("/auth", authRoutes());
  api.route("/auth", loginRoutes());
  api.route("/profile", profileRoutes());
  api.route("/professional-profile", professionalProfileRoutes());
  api.route("/sessions", sessionRoutes());
  api.route("/activities", activityRoutes());
  api.route("/activity-types", activityTypeRoutes());
  api.route("/suggestions", suggestionRoutes());
  api.route("/professionals", professionalRoutes());
  api.route("/bookings", bookingRoutes());
  api.route("/slots", slotRoutes());
  api.route("/earnings", earningsRoutes());
  api.route("/favorites", favoriteRoutes());
  api.route("/images", imageRoutes());
  api.route("/subscription", subscriptionRoutes());
  api.route("/functions", paymentFunctionRoutes());
  api.route("/functions", contactFunctionRoutes());
  api.route("/functions", subscriptionFunctionRoutes());
  api.route("/functions", professionalFunctionRoutes());
  api.route("/rpc", professionalProcedureRoutes());
  api.route("/rpc", quotaProcedureRoutes());
  api.route("/rpc", deletionProcedureRoutes());
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
