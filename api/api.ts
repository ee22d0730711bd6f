import { authRoutes } from "./accounts/auth.ts";
import { deletionProcedureRoutes } from "./accounts/deletion-procedures.ts";
import { loginRoutes } from "./accounts/logins.ts";
import { notificationRoutes, unsubscribeRoutes } from "./accounts/notifications.ts";
import { profileRoutes } from "./accounts/profile.ts";
import { pushSubscriptionRoutes, pushTopicRoutes } from "./accounts/push.ts";
import { absenceRoutes } from "./agenda/absences.ts";
import { agendaRoutes } from "./agenda/agenda.ts";
import { calendarRoutes, feedRoutes, gapRoutes } from "./agenda/calendars.ts";
import { periodRoutes } from "./agenda/period.ts";
import { bookingRoutes } from "./bookings/bookings.ts";
import { messageRoutes } from "./bookings/messages.ts";
import { paymentFunctionRoutes } from "./bookings/payment-functions.ts";
import { proposalRoutes } from "./bookings/proposals.ts";
import { receiptRoutes } from "./bookings/receipt.ts";
import { resaleRoutes } from "./bookings/resale.ts";
import { waitingListRoutes } from "./bookings/waiting-list.ts";
import { contactFunctionRoutes } from "./contact-functions.ts";
import { figureRoutes } from "./figures/figures.ts";
import { activityRoutes } from "./offerings/activities.ts";
import { activityTypeRoutes } from "./offerings/activity-types.ts";
import { alertRoutes } from "./offerings/alerts.ts";
import { draftRoutes } from "./offerings/drafts.ts";
import { favoriteRoutes } from "./offerings/favorites.ts";
import { imageRoutes } from "./offerings/images.ts";
import { outsideClientRoutes } from "./offerings/outside-clients.ts";
import { quotaProcedureRoutes } from "./offerings/quota-procedures.ts";
import { scheduleRoutes, slotScheduleRoutes } from "./offerings/schedules.ts";
import { sessionRoutes } from "./offerings/sessions.ts";
import { slotRoutes } from "./offerings/slots.ts";
import { suggestionRoutes } from "./offerings/suggestions.ts";
import { earningsRoutes } from "./professionals/earnings.ts";
import { professionalFunctionRoutes } from "./professionals/professional-functions.ts";
import { professionalProcedureRoutes } from "./professionals/professional-procedures.ts";
import { professionalProfileRoutes } from "./professionals/professional-profile.ts";
import { professionalRoutes } from "./professionals/professionals.ts";
import { subscriptionRoutes } from "./professionals/subscription.ts";
import { subscriptionFunctionRoutes } from "./professionals/subscription-functions.ts";
import { boostRoutes } from "./promotion/boosts.ts";
import { createResource } from "./resource.ts";
import { replyRoutes, reportRoutes } from "./reviews/reports.ts";
import { ownReviewRoutes, reviewRoutes } from "./reviews/reviews.ts";

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
  api.route("/notifications", notificationRoutes());
  api.route("/push-subscriptions", pushSubscriptionRoutes());
  api.route("/push-topics", pushTopicRoutes());
  api.route("/unsubscribe", unsubscribeRoutes());
  api.route("/professional-profile", professionalProfileRoutes());
  api.route("/sessions", sessionRoutes());
  api.route("/activities", activityRoutes());
  api.route("/activity-types", activityTypeRoutes());
  api.route("/suggestions", suggestionRoutes());
  api.route("/professionals", professionalRoutes());
  api.route("/bookings", bookingRoutes());
  api.route("/bookings", resaleRoutes());
  api.route("/bookings", receiptRoutes());
  api.route("/bookings", ownReviewRoutes());
  api.route("/reviews", reviewRoutes());
  api.route("/reviews", replyRoutes());
  api.route("/reports", reportRoutes());
  api.route("/slots", slotRoutes());
  api.route("/slots", proposalRoutes());
  api.route("/drafts", draftRoutes());
  api.route("/slots", outsideClientRoutes());
  api.route("/slots", slotScheduleRoutes());
  api.route("/schedules", scheduleRoutes());
  api.route("/agenda", agendaRoutes());
  api.route("/agenda/cancellations", periodRoutes());
  api.route("/absences", absenceRoutes());
  api.route("/boosts", boostRoutes());
  api.route("/calendars", calendarRoutes());
  api.route("/agenda-feed", feedRoutes());
  api.route("/gaps", gapRoutes());
  api.route("/earnings", earningsRoutes());
  api.route("/figures", figureRoutes());
  api.route("/alerts", alertRoutes());
  api.route("/waiting-list", waitingListRoutes());
  api.route("/messages", messageRoutes());
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
