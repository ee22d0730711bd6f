import { createRoute, z } from "@hono/zod-openapi";
import { cancelBooking } from "#core/bookings/cancel-booking.server.ts";
import { listActivityBookings } from "#core/bookings/list-activity-bookings.server.ts";
import { listBookings } from "#core/bookings/list-bookings.server.ts";
import type { BookingView } from "#core/bookings/schema.ts";
import { centsToEuros } from "#core/money.ts";
import { activityBookingBody, encodeActivityBooking } from "./encode-activity-booking.ts";
import { BEARER, failures, jsonContent, listOf, pageQuery } from "./openapi.ts";
import { createResource } from "./resource.ts";

const bookingBody = z
  .object({
    id: z.uuid(),
    client_id: z.uuid().nullable(),
    professional_id: z.uuid(),
    session_slot_id: z.uuid(),
    price_paid: z.number().openapi({ description: "Euros TTC" }),
    booking_notes: z.string().nullable(),
    status: z.enum(["pending", "confirmed", "cancelled"]),
    payment_status: z.string(),
    refundable_until: z.iso.datetime().openapi({
      description: "Remboursement intégral jusqu'à cet instant",
    }),
    created_at: z.iso.datetime(),
    slot: z.object({
      id: z.uuid(),
      start_datetime: z.iso.datetime().nullable(),
      end_datetime: z.iso.datetime().nullable(),
      session: z
        .object({
          id: z.uuid(),
          title: z.string().nullable(),
          description: z.string().nullable(),
          price: z.number(),
          city: z.string().nullable(),
          address: z.string().nullable(),
          is_online: z.boolean(),
          online_link: z.string().nullable().openapi({
            description: "Seulement pour une réservation confirmée et payée",
          }),
          professional: z.object({ business_name: z.string().nullable() }),
        })
        .nullable()
        .openapi({ description: "null quand la séance a été supprimée" }),
    }),
  })
  .openapi("SessionBooking");

function encodeBooking(view: BookingView): z.output<typeof bookingBody> {
  return {
    id: view.id,
    client_id: view.clientId,
    professional_id: view.professionalId,
    session_slot_id: view.slotId,
    price_paid: centsToEuros(view.pricePaidCents),
    booking_notes: view.bookingNotes,
    status: view.status,
    payment_status: view.paymentStatus,
    refundable_until: view.refundableUntil.toISOString(),
    created_at: view.createdAt.toISOString(),
    slot: {
      id: view.slotId,
      start_datetime: view.start?.toISOString() ?? null,
      end_datetime: view.end?.toISOString() ?? null,
      session: view.offeringId
        ? {
            id: view.offeringId,
            title: view.title,
            description: view.description,
            price: centsToEuros(view.priceCents),
            city: view.city,
            address: view.address,
            is_online: view.isOnline,
            online_link: view.onlineLink,
            professional: { business_name: view.professionalName },
          }
        : null,
    },
  };
}

/** /bookings: one's own, newest first (S2§7), and their cancellation (R34). */
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
        200: jsonContent(listOf(bookingBody), "Les réservations"),
        ...failures(401, 403, 422),
      },
    }),
    async (c) => {
      const found = await listBookings(c.get("ctx"), c.req.valid("query"));
      return c.json(
        { data: found.bookings.map(encodeBooking), next_cursor: found.nextCursor },
        200,
      );
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
      responses: { 204: { description: "Annulée" }, ...failures(401, 403, 404, 409) },
    }),
    async (c) => {
      await cancelBooking(c.get("ctx"), { bookingId: c.req.valid("param").id });
      return c.body(null, 204);
    },
  );
  return bookings;
}
