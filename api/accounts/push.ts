import { createRoute, z } from "@hono/zod-openapi";
import { addDevice } from "#core/accounts/devices/add-device.server.ts";
import { choosePushes, showPushChoices } from "#core/accounts/devices/choose-pushes.server.ts";
import { removeDevice } from "#core/accounts/devices/remove-device.server.ts";
import { showDevices } from "#core/accounts/devices/show-devices.server.ts";
import { PUSH_TOPICS } from "#core/notifications/push/rules.ts";
import type { DeviceView, PushChoices } from "#core/notifications/push/schema.ts";
import { BEARER, failures, jsonBody, jsonContent, noQuery } from "../openapi.ts";
import { createResource } from "../resource.ts";

const choicesBody = z
  .object(Object.fromEntries(PUSH_TOPICS.map((topic) => [topic, z.boolean()])))
  .openapi("PushChoices", { description: "Par sujet, si ces notifications sont voulues" });

const patchBody = choicesBody.partial().strict().openapi("PushChoicesPatch");

const subscriptionBody = z
  .object({
    endpoint: z.string().openapi({ description: "En https, chez le service du navigateur" }),
    keys: z
      .object({
        p256dh: z.string().openapi({ description: "65 octets en base64url" }),
        auth: z.string().openapi({ description: "16 octets en base64url" }),
      })
      .strict(),
  })
  .strict()
  .openapi("PushSubscriptionInput", { description: "Comme la décrit un navigateur" });

const deviceBody = z
  .object({
    id: z.uuid(),
    name: z.string(),
    agreed_at: z.iso.datetime().openapi({ description: "Quand elles y ont été demandées" }),
    is_current: z.boolean(),
  })
  .openapi("PushSubscription");

const listBody = z
  .object({
    public_key: z
      .string()
      .nullable()
      .openapi({ description: "La clé à laquelle s'abonner ; null quand aucune n'est envoyée" }),
    data: z.array(deviceBody),
    next_cursor: z.null(),
  })
  .openapi("PushSubscriptionList");

const address = z.object({ id: z.string() });

/** The devices that are told by notifications (rule: notifications). */
export function pushSubscriptionRoutes() {
  const subscriptions = createResource();
  subscriptions.openapi(
    createRoute({
      method: "get",
      path: "/",
      tags: ["Profil"],
      summary: "Les appareils prévenus par notification",
      security: BEARER,
      request: { query: noQuery },
      responses: { 200: jsonContent(listBody, "Les appareils"), ...failures(401, 403, 422) },
    }),
    async (c) => {
      const { publicKey, devices } = await showDevices(c.get("ctx"));
      const list = { public_key: publicKey, data: devices.map(encodeDevice), next_cursor: null };
      return c.json(list, 200);
    },
  );
  subscriptions.openapi(
    createRoute({
      method: "post",
      path: "/",
      tags: ["Profil"],
      summary: "Prévenir cet appareil, tant que dure sa connexion",
      security: BEARER,
      request: { body: jsonBody(subscriptionBody) },
      responses: {
        201: jsonContent(z.object({ id: z.uuid() }), "L'appareil est prévenu"),
        ...failures(400, 401, 403, 404, 415, 422),
      },
    }),
    async (c) => c.json({ id: await addDevice(c.get("ctx"), c.req.valid("json")) }, 201),
  );
  subscriptions.openapi(
    createRoute({
      method: "delete",
      path: "/{id}",
      tags: ["Profil"],
      summary: "Ne plus prévenir un appareil",
      security: BEARER,
      request: { params: address },
      responses: { 204: { description: "Retiré" }, ...failures(401, 403, 404, 422) },
    }),
    async (c) => {
      await removeDevice(c.get("ctx"), { deviceId: c.req.valid("param").id });
      return c.body(null, 204);
    },
  );
  return subscriptions;
}

/** The subjects of notifications, each chosen by itself (rule: notifications). */
export function pushTopicRoutes() {
  const topics = createResource();
  topics.openapi(
    createRoute({
      method: "get",
      path: "/",
      tags: ["Profil"],
      summary: "Les notifications que l'on reçoit, par sujet",
      security: BEARER,
      request: { query: noQuery },
      responses: { 200: jsonContent(choicesBody, "Les choix"), ...failures(401, 403, 422) },
    }),
    async (c) => c.json(encodeChoices(await showPushChoices(c.get("ctx"))), 200),
  );
  topics.openapi(
    createRoute({
      method: "patch",
      path: "/",
      tags: ["Profil"],
      summary: "Les choisir",
      security: BEARER,
      request: { body: jsonBody(patchBody) },
      responses: {
        200: jsonContent(choicesBody, "Les choix"),
        ...failures(400, 401, 403, 415, 422),
      },
    }),
    async (c) => c.json(encodeChoices(await choosePushes(c.get("ctx"), c.req.valid("json"))), 200),
  );
  return topics;
}

const encodeChoices = (choices: PushChoices): Record<string, boolean> => choices;

const encodeDevice = ({ id, name, agreedAt, isCurrent }: DeviceView) => ({
  ...{ id, name, agreed_at: agreedAt.toISOString(), is_current: isCurrent },
});
