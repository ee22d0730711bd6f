import { z } from "@hono/zod-openapi";
import { RESALE_STATES } from "#core/bookings/resale/rules.ts";
import type { ActivityBookingView, BookingView } from "#core/bookings/schema.ts";
import { centsToEuros } from "#core/money.ts";
import { encodeAs } from "../names.ts";

/** A contested absence counts nowhere. */
export const presenceCountBody = z
  .object({ present: z.number().int(), late: z.number().int(), absent: z.number().int() })
  .openapi("PresenceCount");

type View = Omit<BookingView, "checkoutUrl" | "presenceCode" | "isResalable" | "proposal">;

const bookingShape = {
  id: z.uuid(),
  client_id: z.uuid().nullable(),
  professional_id: z.uuid(),
  seats: z.number().int().openapi({ description: "Les places de la réservation" }),
  seats_cancelled: z.number().int().openapi({ description: "Celles que le client a rendues" }),
  companions: z
    .string()
    .nullable()
    .openapi({ description: "Les prénoms de ceux qui viennent avec" }),
  price_paid: z.number().openapi({ description: "Euros TTC, pour toutes les places" }),
  booking_notes: z.string().nullable(),
  status: z.enum(["pending", "confirmed", "cancelled"]),
  payment_status: z.string().openapi({
    description:
      "pending, processing (la banque n'a pas encore répondu), paid, partially_refunded, unpaid, refunded",
  }),
  refundable_until: z.iso.datetime().openapi({
    description: "Remboursement intégral jusqu'à cet instant",
  }),
  changed_at: z.iso.datetime().nullable().openapi({
    description:
      "Depuis quand le lieu ou l'horaire n'est plus celui réservé : remboursable jusqu'au début",
  }),
  resale: z.enum(RESALE_STATES).openapi({
    description:
      "kept : pas remise en vente ; offered : elle attend un repreneur ; held : quelqu'un la paie ; sold : revendue",
  }),
  resale_at: z.iso.datetime().nullable().openapi({
    description: "Depuis quand elle est remise en vente, ou l'était quand elle a été revendue",
  }),
  created_at: z.iso.datetime(),
};

function paymentStatusOf({ isProcessing, paymentStatus, ...money }: View): string {
  if (isProcessing) return "processing";
  const isPart = money.refundedCents + money.onTheWayCents > 0;
  return paymentStatus === "paid" && money.status === "confirmed" && isPart
    ? "partially_refunded"
    : paymentStatus;
}

const encodeColumns = (view: View) =>
  encodeAs({ shape: bookingShape }, view, {
    price_paid: centsToEuros(view.pricePaidCents),
    payment_status: paymentStatusOf(view),
  });

const slotShape = {
  id: z.uuid(),
  start_datetime: z.iso.datetime().nullable(),
  end_datetime: z.iso.datetime().nullable(),
};

const encodeSlot = (view: View) =>
  encodeAs({ shape: slotShape }, view, {
    id: view.slotId,
    start_datetime: view.start,
    end_datetime: view.end,
  });

const offeringShape = {
  id: z.uuid(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  price: z.number(),
  city: z.string().nullable(),
  address: z.string().nullable(),
  is_online: z.boolean(),
  map_url: z.string().nullable().openapi({
    description: "Un plan pour s'y rendre, d'une réservation confirmée sur place",
  }),
  online_link: z.string().nullable().openapi({
    description: "Pour son professionnel, et pour une réservation confirmée et payée",
  }),
};

function encodeOffering<More>(view: View, more: More) {
  if (!view.offeringId) return null;
  return {
    ...encodeAs({ shape: offeringShape }, view, {
      id: view.offeringId,
      price: centsToEuros(view.priceCents),
    }),
    ...more,
  };
}

export const sessionBookingBody = z
  .object({
    ...bookingShape,
    session_slot_id: z.uuid(),
    proposal: z
      .object({
        start_datetime: z.iso.datetime(),
        end_datetime: z.iso.datetime(),
        expires_at: z.iso.datetime(),
        withdraws: z.boolean().openapi({
          description:
            "L'heure prévue est abandonnée : sans réponse, la réservation est remboursée",
        }),
      })
      .nullable()
      .openapi({
        description: "L'autre heure proposée qui attend votre réponse (POST …/proposal)",
      }),
    slot: z.object({
      ...slotShape,
      session: z
        .object({
          ...offeringShape,
          professional: z.object({
            business_name: z.string().nullable(),
            phone: z.string().nullable().openapi({
              description: "Si le praticien le montre, pour une réservation confirmée",
            }),
            user_id: z.uuid(),
          }),
        })
        .nullable()
        .openapi({ description: "null quand la séance a été supprimée" }),
    }),
  })
  .openapi("SessionBooking");

export function encodeSessionBooking(view: BookingView): z.output<typeof sessionBookingBody> {
  const professional = {
    business_name: view.professionalName,
    phone: view.professionalPhone,
    user_id: view.professionalUserId,
  };
  const { proposal } = view;
  return {
    ...encodeColumns(view),
    session_slot_id: view.slotId,
    proposal: proposal && {
      start_datetime: proposal.start.toISOString(),
      end_datetime: proposal.end.toISOString(),
      expires_at: proposal.expiresAt.toISOString(),
      withdraws: proposal.withdraws,
    },
    slot: { ...encodeSlot(view), session: encodeOffering(view, { professional }) },
  };
}

export const activityBookingBody = z
  .object({
    ...bookingShape,
    client_name: z.string(),
    client_email: z.string(),
    activity_slot_id: z.uuid(),
    slot: z.object({
      ...slotShape,
      available_spots: z.number().int(),
      activity: z
        .object({ ...offeringShape, capacity: z.number().int() })
        .nullable()
        .openapi({ description: "null quand l'activité a été supprimée" }),
    }),
  })
  .openapi("ActivityBooking");

export function encodeActivityBooking(
  view: ActivityBookingView,
): z.output<typeof activityBookingBody> {
  return {
    ...encodeColumns(view),
    client_name: view.clientName,
    client_email: view.clientEmail,
    activity_slot_id: view.slotId,
    slot: {
      ...encodeSlot(view),
      available_spots: view.availableSpots,
      activity: encodeOffering(view, { capacity: view.capacity }),
    },
  };
}
