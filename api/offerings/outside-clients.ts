import { z } from "@hono/zod-openapi";
import {
  addOutsideClient,
  removeOutsideClient,
  showOutsideClients,
  tellOutsideClient,
} from "#core/catalogue/outside-clients/add-outside-client.server.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { callOf, createTaggedResource, listOf, noQuery } from "../resource.ts";

export const clientBody = z
  .object({ id: z.uuid(), name: z.string().nullable(), seats: z.number().int() })
  .openapi("OutsideClient");

const newClient = z
  .object({
    name: z.string().nullable().openapi({ description: "Personne d'autre ne le lit" }),
    seats: z.number().openapi({ description: "Sinon une" }),
  })
  .partial()
  .strict()
  .openapi("NewOutsideClient");

/** Seats sold elsewhere (rule: own-time). */
export function outsideClientRoutes() {
  const { resource, addCall } = createTaggedResource("Agenda");
  addCall("get", "/{id}/outside-clients", {
    summary: "Les clients hors site d'un de ses créneaux",
    query: noQuery,
    answer: [
      listOf(clientBody).extend({
        left: z.number().int().openapi({ description: "Places que personne n'a" }),
      }),
      "Dans l'ordre où ils ont été ajoutés",
    ],
    refusals: [404],
    call: async (ctx, { params: { id: slotId } }) => {
      const { clients, left } = await showOutsideClients(ctx, { slotId });
      return { data: clients, next_cursor: null, left };
    },
  });
  addCall("post", "/{id}/outside-clients", {
    summary: "Donner des places à un client hors site : sans paiement, commission ni rappel",
    isRetried: true,
    body: newClient,
    answer: [z.object({ id: z.uuid() }), "Ses places sont prises"],
    status: 201,
    refusals: [404],
    call: async (ctx, { params, body, c }) => {
      const asked = { slotId: params.id, ...body };
      const { clientId } = await answerOnce(ctx, callOf(c, "add-outside-client", asked), (own) =>
        addOutsideClient(own, asked),
      );
      return { id: clientId };
    },
  });
  addCall("patch", "/{id}/outside-clients/{client_id}", {
    summary: "Noter qu'un client hors site d'un créneau annulé est prévenu, ou ne l'est pas",
    body: z.strictObject({ is_told: z.boolean() }),
    answer: "Noté",
    refusals: [404],
    call: (ctx, { params: { id: slotId, client_id: clientId }, body: { is_told: isTold } }) =>
      tellOutsideClient(ctx, { slotId, clientId, isTold }),
  });
  addCall("delete", "/{id}/outside-clients/{client_id}", {
    summary: "Retirer un client hors site : ses places se réservent de nouveau",
    answer: "Retiré",
    refusals: [404, 422],
    call: (ctx, { params: { id: slotId, client_id: clientId } }) =>
      removeOutsideClient(ctx, { slotId, clientId }),
  });
  return resource;
}
