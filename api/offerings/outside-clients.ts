import { z } from "@hono/zod-openapi";
import {
  addOutsideClient,
  removeOutsideClient,
  showOutsideClients,
  tellOutsideClient,
} from "#core/catalogue/outside-clients/add-outside-client.server.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { callOf } from "../once.ts";
import { byId, listOf, noQuery } from "../openapi.ts";
import { createTaggedResource } from "../tagged-resource.ts";

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
    params: byId,
    query: noQuery,
    answer: [
      listOf(clientBody).extend({
        left: z.number().int().openapi({ description: "Places que personne n'a" }),
      }),
      "Dans l'ordre où ils ont été ajoutés",
    ],
    refusals: [401, 403, 404, 422],
    call: async (ctx, { params: { id: slotId } }) => {
      const { clients, left } = await showOutsideClients(ctx, { slotId });
      return { data: clients, next_cursor: null, left };
    },
  });
  addCall("post", "/{id}/outside-clients", {
    summary: "Donner des places à un client hors site : sans paiement, commission ni rappel",
    params: byId,
    isRetried: true,
    body: newClient,
    answer: [z.object({ id: z.uuid() }), "Ses places sont prises"],
    status: 201,
    refusals: [400, 401, 403, 404, 409, 415, 422],
    call: async (ctx, { params, body, c }) => {
      const asked = { slotId: params.id, ...body };
      const { clientId } = await answerOnce(ctx, callOf(c, "add-outside-client", asked), (own) =>
        addOutsideClient(own, asked),
      );
      return { id: clientId };
    },
  });
  const oneOfThem = byId.extend({ client_id: z.string() });
  addCall("patch", "/{id}/outside-clients/{client_id}", {
    summary: "Noter qu'un client hors site d'un créneau annulé est prévenu, ou ne l'est pas",
    params: oneOfThem,
    body: z.strictObject({ is_told: z.boolean() }),
    answer: "Noté",
    refusals: [400, 401, 403, 404, 415, 422],
    call: (ctx, { params: { id: slotId, client_id: clientId }, body: { is_told: isTold } }) =>
      tellOutsideClient(ctx, { slotId, clientId, isTold }),
  });
  addCall("delete", "/{id}/outside-clients/{client_id}", {
    summary: "Retirer un client hors site : ses places se réservent de nouveau",
    params: oneOfThem,
    answer: "Retiré",
    refusals: [401, 403, 404, 422],
    call: (ctx, { params: { id: slotId, client_id: clientId } }) =>
      removeOutsideClient(ctx, { slotId, clientId }),
  });
  return resource;
}
