import { createRoute, z } from "@hono/zod-openapi";
import { cancelBooking } from "#core/bookings/cancellation/cancel-booking.server.ts";
import { listActivityBookings } from "#core/bookings/lists/list-activity-bookings.server.ts";
import { listBookings } from "#core/bookings/lists/list-bookings.server.ts";
import { BEARER, failures, jsonContent, listOf, pageQuery } from "../openapi.ts";
import { createResource } from "../resource.ts";
import {
  activityBookingBody,
  encodeActivityBooking,
  encodeSessionBooking,
  sessionBookingBody,
} from "./encode-booking.ts";

/**
 * /bookings: the caller's bookings, newest first, and their cancellation (rules: refund-notice,
 * cancellation).
 */
export function bookingRoutes() {
  const bookings = createResource();
  bookings.openapi(
    createRoute({
      method: "get",
      path: "/sessions",
      tags: ["Réservations"],
      summary: "Ses réservations de séances, les plus récentes d'abord",
      security: BEARER,
      request: { query: pageQuery },
      responses: {
        200: jsonContent(listOf(sessionBookingBody), "Les réservations"),
        ...failures(401, 403, 422),
      },
    }),
    async (c) => {
      const found = await listBookings(c.get("ctx"), c.req.valid("query"));
      const data = found.bookings.map(encodeSessionBooking);
      return c.json({ data, next_cursor: found.nextCursor }, 200);
    },
  );
  bookings.openapi(
    createRoute({
      method: "get",
      path: "/activities",
      tags: ["Réservations"],
      summary: "Les réservations de ses activités, comme professionnel, les plus récentes d'abord",
      security: BEARER,
      request: { query: pageQuery },
      responses: {
        200: jsonContent(listOf(activityBookingBody), "Les réservations"),
        ...failures(401, 403, 422),
      },
    }),
    async (c) => {
      const found = await listActivityBookings(c.get("ctx"), c.req.valid("query"));
      const data = found.bookings.map(encodeActivityBooking);
      return c.json({ data, next_cursor: found.nextCursor }, 200);
    },
  );
  bookings.openapi(
    createRoute({
      method: "post",
      path: "/{id}/cancel",
      tags: ["Réservations"],
      summary: "Annuler une réservation, remboursée selon la règle montrée avant le paiement",
      security: BEARER,
      request: { params: z.object({ id: z.string() }) },
      responses: { 204: { description: "Annulée" }, ...failures(401, 403, 404, 409, 422) },
    }),
    async (c) => {
      await cancelBooking(c.get("ctx"), { bookingId: c.req.valid("param").id });
      return c.body(null, 204);
    },
  );
  return bookings;
}
