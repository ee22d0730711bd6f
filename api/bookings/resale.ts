import { z } from "@hono/zod-openapi";
import { resellBooking, takeBack } from "#core/bookings/resale/resell-booking.server.ts";
import { createTaggedResource, instant } from "../resource.ts";

/** Puts a booking up for sale or takes it back (rule: resale). */
export function resaleRoutes() {
  const { resource, addCall } = createTaggedResource("Réservations");
  addCall("post", "/{id}/resale", {
    summary:
      "« Rends ta place » : remettre sa réservation en vente, passé le délai de remboursement",
    description:
      "Elle reste au client jusqu'à ce que quelqu'un l'ait payée, quand aucune autre place n'est libre. Il lui est alors rendu le prix payé par le suivant, au plus le sien. Demandé encore, rien ne change.",
    answer: [z.object({ resale_at: instant }), "Depuis quand elle est remise en vente"],
    refusals: [404, 409, 422],
    call: async (ctx, { params: { id: bookingId } }) => {
      const { since } = await resellBooking(ctx, { bookingId });
      return { resale_at: since.toISOString() };
    },
  });
  addCall("delete", "/{id}/resale", {
    summary: "Reprendre sa réservation, tant que personne n'est en train de la payer",
    answer: "Elle n'est plus remise en vente",
    refusals: [404, 409, 422],
    call: (ctx, { params }) => takeBack(ctx, { bookingId: params.id }),
  });
  return resource;
}
