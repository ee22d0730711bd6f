import { z } from "@hono/zod-openapi";
import { proposeHour } from "#core/bookings/proposals/propose-hour.server.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { inBodyNames } from "../errors.ts";
import { callOf, createTaggedResource, instant } from "../resource.ts";

/** Another hour for a booked slot (rule: another-hour). */
export function proposalRoutes() {
  const { resource, addCall } = createTaggedResource("Réservations");
  addCall("post", "/{id}/proposal", {
    summary: "Proposer une autre heure à qui a réservé un de ses créneaux, au même prix",
    isRetried: true,
    body: z
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
    answer: [
      z.object({ id: z.uuid(), people: z.number().int(), expires_at: instant }),
      "La proposition, envoyée à chacun",
    ],
    status: 201,
    refusals: [404],
    call: async (
      ctx,
      { params, body: { start_datetime: start = "", withdraws = false, word = null }, c },
    ) => {
      const asked = { slotId: params.id, start, withdraws, word };
      const made = await inBodyNames(
        answerOnce(ctx, callOf(c, `propose-hour ${asked.slotId}`, asked), (own) =>
          proposeHour(own, asked),
        ),
      );
      return { id: made.proposalId, people: made.people, expires_at: made.expiresAt };
    },
  });
  return resource;
}
