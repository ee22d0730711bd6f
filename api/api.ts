import { authRoutes } from "./accounts/auth.ts";
import {
  notificationRoutes,
  pushSubscriptionRoutes,
  pushTopicRoutes,
  unsubscribeRoutes,
} from "./accounts/notifications.ts";
import { profileRoutes } from "./accounts/profile.ts";
import { absenceRoutes } from "./agenda/absences.ts";
import { agendaRoutes } from "./agenda/agenda.ts";
import { calendarRoutes, feedRoutes, gapRoutes } from "./agenda/calendars.ts";
import { periodRoutes } from "./agenda/period.ts";
import { bookingRoutes } from "./bookings/bookings.ts";
import { messageRoutes } from "./bookings/messages.ts";
import { paymentFunctionRoutes } from "./bookings/payment-functions.ts";
import { waitingListRoutes } from "./bookings/waiting-list.ts";
import { contactFunctionRoutes } from "./contact-functions.ts";
import { documentOf } from "./document.ts";
import { alertRoutes } from "./offerings/alerts.ts";
import { draftRoutes } from "./offerings/drafts.ts";
import { favoriteRoutes } from "./offerings/favorites.ts";
import { imageRoutes } from "./offerings/images.ts";
import { activityRoutes, activityTypeRoutes, sessionRoutes } from "./offerings/offerings.ts";
import { outsideClientRoutes } from "./offerings/outside-clients.ts";
import { scheduleRoutes, slotScheduleRoutes } from "./offerings/schedules.ts";
import { slotRoutes } from "./offerings/slots.ts";
import { suggestionRoutes } from "./offerings/suggestions.ts";
import { procedureRoutes } from "./procedures.ts";
import { earningsRoutes, figureRoutes } from "./professionals/earnings-and-figures.ts";
import { professionalFunctionRoutes } from "./professionals/professional-functions.ts";
import { professionalProfileRoutes } from "./professionals/professional-profile.ts";
import { professionalRoutes } from "./professionals/professionals.ts";
import { subscriptionFunctionRoutes, subscriptionRoutes } from "./professionals/subscriptions.ts";
import { boostRoutes } from "./promotion/boosts.ts";
import { createResource } from "./resource.ts";
import { ownReviewRoutes, reportRoutes, reviewRoutes } from "./reviews/reviews-and-reports.ts";

export function createApi() {
  const api = createResource();
  api.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
  });
  api.route("/auth", authRoutes());
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
  api.route("/bookings", ownReviewRoutes());
  api.route("/reviews", reviewRoutes());
  api.route("/reports", reportRoutes());
  api.route("/slots", slotRoutes());
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
  api.route("/rpc", procedureRoutes());
  api.get("/openapi.json", (c) => c.json(documentOf(api)));
  return api;
}
