import { createRoute, z } from "@hono/zod-openapi";
import { cancelSlot } from "#core/bookings/cancellation/cancel-slot.server.ts";
import { BEARER, failures, jsonContent } from "../openapi.ts";
import { createResource } from "../resource.ts";

/**
 * /slots: a professional's cancellation of a whole slot, of a session or of an activity (rule:
 * cancellation).
 */
export function slotRoutes() {
  const slots = createResource();
  slots.openapi(
    createRoute({
      method: "post",
      path: "/{id}/cancel",
      tags: ["Réservations"],
      summary: "Annuler un de ses créneaux ; chaque réservation est remboursée intégralement",
      security: BEARER,
      request: { params: z.object({ id: z.string() }) },
      responses: {
        200: jsonContent(
          z.object({
            cancelled: z.number().int().openapi({ description: "Réservations annulées" }),
          }),
          "Le créneau n'est plus proposé",
        ),
        ...failures(401, 403, 404, 409, 422, 503),
      },
    }),
    async (c) => {
      const { cancelled } = await cancelSlot(c.get("ctx"), { slotId: c.req.valid("param").id });
      return c.json({ cancelled }, 200);
    },
  );
  return slots;
}
