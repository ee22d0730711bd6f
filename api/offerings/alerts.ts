import { createRoute, z } from "@hono/zod-openapi";
import { askForAlert, stopGuestAlerts } from "#core/alerts/guests/keep-guest-alert.server.ts";
import {
  changeAlert,
  keepAlert,
  listAlerts,
  removeAlert,
  setAlertPaused,
} from "#core/alerts/keep-alert.server.ts";
import type { Alert } from "#core/alerts/schema.ts";
import { PRICE_BANDS } from "#core/listings/rules.ts";
import { FORMATS, MODES } from "#core/search/typing/schema.ts";
import * as addresses from "#site/addresses.ts";
import { encodeAs } from "../names.ts";
import {
  createTaggedResource,
  failures,
  jsonBody,
  jsonContent,
  listOf,
  noQuery,
  OPTIONAL,
} from "../resource.ts";

const conditionsBody = z
  .object({
    q: z.string(),
    category: z.string(),
    price: z.enum(PRICE_BANDS),
    place: z.string(),
    radius: z.int(),
    date: z.string(),
    from: z.string(),
    to: z.string(),
    days: z.string(),
    price_max: z.number(),
    duration_max: z.int(),
    seats: z.int(),
    mode: z.enum(MODES),
    format: z.enum(FORMATS),
  })
  .partial()
  .strict()
  .openapi("AlertConditions", {
    description: "Les paramètres de GET /sessions ; une activité ou un lieu au moins",
  });

const alertBody = z
  .object({
    id: z.uuid(),
    conditions: conditionsBody,
    is_paused: z.boolean(),
    created_at: z.iso.datetime(),
  })
  .openapi("Alert");

const askedBody = conditionsBody.extend({ email: z.string().optional() }).openapi("NewAlert", {
  description:
    "Les paramètres de GET /sessions ; une activité ou un lieu au moins. Sans connexion, l'adresse qui recevra le lien de confirmation",
});

const code = z.object({
  code: z.string().openapi({ description: "Du lien d'un e-mail d'alerte" }),
});

const pauseBody = z.object({ is_paused: z.boolean() }).strict().openapi("AlertPatch");

const encode = (alert: Alert) => encodeAs(alertBody, alert);

/** Kept searches (rule: alerts). */
export function alertRoutes() {
  const { resource, addCall } = createTaggedResource("Alertes");
  addCall("get", "/", {
    summary: "Ses alertes, les plus anciennes d'abord",
    query: noQuery,
    answer: [listOf(alertBody), "Les alertes"],
    call: async (ctx) => ({ data: (await listAlerts(ctx)).map(encode), next_cursor: null }),
  });
  resource.openapi(
    createRoute({
      method: "post",
      path: "/",
      tags: ["Alertes"],
      summary:
        "Garder une recherche ; la répétition ne change rien. Sans connexion, un lien est envoyé à l'adresse",
      security: OPTIONAL,
      request: { body: jsonBody(askedBody) },
      responses: {
        200: jsonContent(alertBody, "L'alerte"),
        202: { description: "Sans connexion : l'alerte attend que le lien de l'e-mail soit suivi" },
        ...failures(400, 401, 403, 409, 415, 422, 429),
      },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const { email, ...conditions } = c.req.valid("json");
      if (ctx.actor || email === undefined) {
        return c.json(encode(await keepAlert(ctx, conditions)), 200);
      }
      await askForAlert(ctx, { ...conditions, email });
      return c.body(null, 202);
    },
  );
  addCall("post", "/guests/{code}/stop", {
    summary: "Arrêter d'un clic celles d'une adresse sans compte, comme le font les messageries",
    security: [],
    params: code,
    answer: "Arrêtées",
    refusals: [422],
    call: (ctx, { params }) => stopGuestAlerts(ctx, params),
  });
  // Older mail programs open this for a person, whom the page asks first.
  resource.get("/guests/:code/stop", (c) => c.redirect(addresses.guestAlerts(c.req.param("code"))));
  addCall("put", "/{id}", {
    summary: "Mettre une autre recherche à sa place",
    body: conditionsBody,
    answer: [alertBody, "L'alerte"],
    refusals: [404],
    call: async (ctx, { params, body }) => {
      const asked = { ...body, alertId: params.id };
      return encode(await changeAlert(ctx, asked));
    },
  });
  addCall("patch", "/{id}", {
    summary: "La mettre en pause, ou la reprendre",
    body: pauseBody,
    answer: [alertBody, "L'alerte"],
    refusals: [404],
    call: async (ctx, { params, body: { is_paused: isPaused } }) => {
      const alertId = params.id;
      return encode(await setAlertPaused(ctx, { alertId, isPaused }));
    },
  });
  addCall("delete", "/{id}", {
    summary: "La supprimer ; la répétition ne change rien",
    answer: "Supprimée",
    refusals: [422],
    call: (ctx, { params }) => removeAlert(ctx, { alertId: params.id }),
  });
  return resource;
}
