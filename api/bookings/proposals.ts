import { createRoute, z } from "@hono/zod-openapi";
import { proposeHour } from "#core/bookings/proposals/propose-hour.server.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { inBodyNames } from "../errors.ts";
import { callOf, retryHeaders } from "../once.ts";
import { BEARER, byId, failures, instant, jsonBody, jsonContent } from "../openapi.ts";
import { createResource } from "../resource.ts";

/** Another hour for a booked slot (rule: another-hour). */
export function proposalRoutes() {
  const proposals = createResource();
  proposals.openapi(
    createRoute({
      method: "post",
      path: "/{id}/proposal",
      tags: ["Réservations"],
      summary: "Proposer une autre heure à qui a réservé un de ses créneaux, au même prix",
      security: BEARER,
      request: {
        params: byId,
        headers: retryHeaders,
        body: jsonBody(
          z
            .object({
              start_datetime: z.string().openapi({
                description: "ISO 8601 avec son décalage, ou l'heure de Paris « 2026-11-20T18:30 »",
              }),
              withdraws: z.boolean().openapi({
                description: "L'ancienne heure est abandonnée : qui ne vient pas est remboursé",
              }),
              word: z.string().nullable().openapi({ description: "Ajouté à l'e-mail, tel quel" }),
            })
            .partial()
            .strict()
            .openapi("Proposal"),
        ),
      },
      responses: {
        201: jsonContent(
          z.object({ id: z.uuid(), people: z.number().int(), expires_at: instant }),
          "La proposition, envoyée à chacun",
        ),
        ...failures(400, 401, 403, 404, 409, 415, 422),
      },
    }),
    async (c) => {
      const { start_datetime: start = "", withdraws = false, word = null } = c.req.valid("json");
      const asked = { slotId: c.req.valid("param").id, start, withdraws, word };
      const made = await inBodyNames(
        answerOnce(c.get("ctx"), callOf(c, `propose-hour ${asked.slotId}`, asked), (own) =>
          proposeHour(own, asked),
        ),
      );
      return c.json({ id: made.proposalId, people: made.people, expires_at: made.expiresAt }, 201);
    },
  );
  return proposals;
}
