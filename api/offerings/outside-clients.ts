import { createRoute, z } from "@hono/zod-openapi";
import {
  addOutsideClient,
  removeOutsideClient,
  showOutsideClients,
  tellOutsideClient,
} from "#core/catalogue/outside-clients/add-outside-client.server.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { callOf, retryHeaders } from "../once.ts";
import { BEARER, byId, failures, jsonBody, jsonContent, listOf, noQuery } from "../openapi.ts";
import { createResource } from "../resource.ts";

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
  const outside = createResource();
  outside.openapi(
    createRoute({
      method: "get",
      path: "/{id}/outside-clients",
      tags: ["Agenda"],
      summary: "Les clients hors site d'un de ses créneaux",
      security: BEARER,
      request: { params: byId, query: noQuery },
      responses: {
        200: jsonContent(
          listOf(clientBody).extend({
            left: z.number().int().openapi({ description: "Places que personne n'a" }),
          }),
          "Dans l'ordre où ils ont été ajoutés",
        ),
        ...failures(401, 403, 404, 422),
      },
    }),
    async (c) => {
      const { id: slotId } = c.req.valid("param");
      const { clients, left } = await showOutsideClients(c.get("ctx"), { slotId });
      return c.json({ data: clients, next_cursor: null, left }, 200);
    },
  );
  outside.openapi(
    createRoute({
      method: "post",
      path: "/{id}/outside-clients",
      tags: ["Agenda"],
      summary: "Donner des places à un client hors site : sans paiement, commission ni rappel",
      security: BEARER,
      request: { params: byId, headers: retryHeaders, body: jsonBody(newClient) },
      responses: {
        201: jsonContent(z.object({ id: z.uuid() }), "Ses places sont prises"),
        ...failures(400, 401, 403, 404, 409, 415, 422),
      },
    }),
    async (c) => {
      const asked = { slotId: c.req.valid("param").id, ...c.req.valid("json") };
      const { clientId } = await answerOnce(
        c.get("ctx"),
        callOf(c, "add-outside-client", asked),
        (own) => addOutsideClient(own, asked),
      );
      return c.json({ id: clientId }, 201);
    },
  );
  const oneOfThem = byId.extend({ client_id: z.string() });
  outside.openapi(
    createRoute({
      method: "patch",
      path: "/{id}/outside-clients/{client_id}",
      tags: ["Agenda"],
      summary: "Noter qu'un client hors site d'un créneau annulé est prévenu, ou ne l'est pas",
      security: BEARER,
      request: {
        params: oneOfThem,
        body: jsonBody(z.strictObject({ is_told: z.boolean() })),
      },
      responses: { 204: { description: "Noté" }, ...failures(400, 401, 403, 404, 415, 422) },
    }),
    async (c) => {
      const { id: slotId, client_id: clientId } = c.req.valid("param");
      const { is_told: isTold } = c.req.valid("json");
      await tellOutsideClient(c.get("ctx"), { slotId, clientId, isTold });
      return c.body(null, 204);
    },
  );
  outside.openapi(
    createRoute({
      method: "delete",
      path: "/{id}/outside-clients/{client_id}",
      tags: ["Agenda"],
      summary: "Retirer un client hors site : ses places se réservent de nouveau",
      security: BEARER,
      request: { params: oneOfThem },
      responses: { 204: { description: "Retiré" }, ...failures(401, 403, 404, 422) },
    }),
    async (c) => {
      const { id: slotId, client_id: clientId } = c.req.valid("param");
      await removeOutsideClient(c.get("ctx"), { slotId, clientId });
      return c.body(null, 204);
    },
  );
  return outside;
}
