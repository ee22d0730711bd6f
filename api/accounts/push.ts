import { createRoute, z } from "@hono/zod-openapi";
import {
  addDevice,
  choosePushes,
  removeDevice,
  showDevices,
  showPushChoices,
} from "#core/accounts/devices/show-devices.server.ts";
import type { DeviceView } from "#core/notifications/push/schema.ts";
import { PUSH_TOPICS } from "#core/notifications/topics/rules.ts";
import { addCallById } from "../call-by-id.ts";
import { BEARER, failures, jsonBody, jsonContent, listOf, noQuery } from "../openapi.ts";
import { createResource } from "../resource.ts";
import { createTopicChoices } from "./topic-choices.ts";

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

const listBody = listOf(deviceBody)
  .extend({
    public_key: z
      .string()
      .nullable()
      .openapi({ description: "La clé à laquelle s'abonner ; null quand aucune n'est envoyée" }),
  })
  .openapi("PushSubscriptionList");

/** Devices (rule: notifications). */
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
  addCallById(subscriptions, {
    method: "delete",
    path: "/{id}",
    tag: "Profil",
    summary: "Ne plus prévenir un appareil",
    done: "Retiré",
    refusals: [401, 403, 404, 422],
    call: (ctx, deviceId) => removeDevice(ctx, { deviceId }),
  });
  return subscriptions;
}

/** Topics (rule: notifications). */
export const pushTopicRoutes = () =>
  createTopicChoices({
    topics: PUSH_TOPICS,
    name: "PushChoices",
    description: "Par sujet, si ces notifications sont voulues",
    summary: "Les notifications que l'on reçoit, par sujet",
    show: showPushChoices,
    choose: choosePushes,
  });

const encodeDevice = ({ id, name, agreedAt, isCurrent }: DeviceView) => ({
  ...{ id, name, agreed_at: agreedAt.toISOString(), is_current: isCurrent },
});
