import { z } from "@hono/zod-openapi";
import type { ActivityBookingView } from "#core/bookings/schema.ts";
import { centsToEuros } from "#core/money.ts";

/** The columns of S2§3, with slot and activity, for the professional. */
export const activityBookingBody = z
  .object({
    id: z.uuid(),
    client_id: z.uuid().nullable(),
    client_name: z.string(),
    client_email: z.string(),
    professional_id: z.uuid(),
    activity_slot_id: z.uuid(),
    price_paid: z.number().openapi({ description: "Euros TTC" }),
    booking_notes: z.string().nullable(),
    status: z.enum(["pending", "confirmed", "cancelled"]),
    payment_status: z.string(),
    refundable_until: z.iso.datetime(),
    created_at: z.iso.datetime(),
    slot: z.object({
      id: z.uuid(),
      start_datetime: z.iso.datetime().nullable(),
      end_datetime: z.iso.datetime().nullable(),
      available_spots: z.number().int(),
      activity: z
        .object({
          id: z.uuid(),
          title: z.string().nullable(),
          description: z.string().nullable(),
          price: z.number(),
          capacity: z.number().int(),
          city: z.string().nullable(),
          address: z.string().nullable(),
          is_online: z.boolean(),
          online_link: z.string().nullable(),
        })
        .nullable()
        .openapi({ description: "null quand l'activité a été supprimée" }),
    }),
  })
  .openapi("ActivityBooking");

export function encodeActivityBooking(
  view: ActivityBookingView,
): z.output<typeof activityBookingBody> {
  return {
    id: view.id,
    client_id: view.clientId,
    client_name: view.clientName,
    client_email: view.clientEmail,
    professional_id: view.professionalId,
    activity_slot_id: view.slotId,
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
      available_spots: view.availableSpots,
      activity: view.offeringId
        ? {
            id: view.offeringId,
            title: view.title,
            description: view.description,
            price: centsToEuros(view.priceCents),
            capacity: view.capacity,
            city: view.city,
            address: view.address,
            is_online: view.isOnline,
            online_link: view.onlineLink,
          }
        : null,
    },
  };
}
