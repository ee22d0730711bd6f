import { createRoute, z } from "@hono/zod-openapi";
import { resellBooking } from "#core/bookings/resale/resell-booking.server.ts";
import { takeBack } from "#core/bookings/resale/take-back.server.ts";
import { addCallById } from "../call-by-id.ts";
import { BEARER, byId, failures, instant, jsonContent } from "../openapi.ts";
import { createResource } from "../resource.ts";

/** Puts a booking up for sale or takes it back (rule: resale). */
export function resaleRoutes() {
  const resale = createResource();
  resale.openapi(
    createRoute({
      method: "post",
      path: "/{id}/resale",
      tags: ["Réservations"],
      summary:
        "« Rends ta place » : remettre sa réservation en vente, passé le délai de remboursement",
      description:
        "Elle reste au client jusqu'à ce que quelqu'un l'ait payée, quand aucune autre place n'est libre. Il lui est alors rendu le prix payé par le suivant, au plus le sien. Demandé encore, rien ne change.",
      security: BEARER,
      request: { params: byId },
      responses: {
        200: jsonContent(z.object({ resale_at: instant }), "Depuis quand elle est remise en vente"),
        ...failures(401, 403, 404, 409, 422),
      },
    }),
    async (c) => {
      const { id: bookingId } = c.req.valid("param");
      const { since } = await resellBooking(c.get("ctx"), { bookingId });
      return c.json({ resale_at: since.toISOString() }, 200);
    },
  );
  addCallById(resale, {
    method: "delete",
    path: "/{id}/resale",
    tag: "Réservations",
    summary: "Reprendre sa réservation, tant que personne n'est en train de la payer",
    done: "Elle n'est plus remise en vente",
    refusals: [401, 403, 404, 409, 422],
    call: (ctx, bookingId) => takeBack(ctx, { bookingId }),
  });
  return resale;
}
