import { z } from "@hono/zod-openapi";
import {
  addDevice,
  choosePushes,
  removeDevice,
  showDevices,
  showPushChoices,
} from "#core/accounts/devices/show-devices.server.ts";
import { chooseMails, showMailChoices } from "#core/accounts/profile/update-profile.server.ts";
import type { Context } from "#core/context.server.ts";
import type { DeviceView } from "#core/notifications/push/schema.ts";
import { unsubscribe } from "#core/notifications/topics/choose-topics.server.ts";
import { MAIL_TOPICS, PUSH_TOPICS } from "#core/notifications/topics/rules.ts";
import * as addresses from "#site/addresses.ts";
import { encodeAs } from "../names.ts";
import { createTaggedResource, listOf, noQuery } from "../resource.ts";

type Choices = Record<string, boolean>;

function createTopicChoices({
  topics,
  name,
  ...texts
}: {
  topics: readonly string[];
  name: string;
  description: string;
  summary: string;
  show: (ctx: Context) => Promise<Choices>;
  choose: (ctx: Context, input: unknown) => Promise<Choices>;
}) {
  const { description, summary, show, choose } = texts;
  const body = z
    .object(Object.fromEntries(topics.map((topic) => [topic, z.boolean()])))
    .openapi(name, { description });
  const patchBody = body.partial().strict().openapi(`${name}Patch`);
  const { resource, addCall } = createTaggedResource("Profil");
  addCall("get", "/", {
    summary,
    query: noQuery,
    answer: [body, "Les choix"],
    call: show,
  });
  addCall("patch", "/", {
    summary: "Les choisir",
    body: patchBody,
    answer: [body, "Les choix"],
    call: (ctx, asked) => choose(ctx, asked.body),
  });
  return resource;
}

const code = z.object({
  code: z.string().openapi({ description: "Du lien de désabonnement d'un e-mail" }),
});

/** Mail topics (rule: mail-topics). */
export const notificationRoutes = () =>
  createTopicChoices({
    topics: MAIL_TOPICS,
    name: "MailChoices",
    description: "Par sujet, si ces e-mails sont voulus",
    summary: "Les e-mails que l'on reçoit, parmi ceux dont on peut se passer",
    show: showMailChoices,
    choose: chooseMails,
  });

export function unsubscribeRoutes() {
  const { resource, addCall } = createTaggedResource("Profil");
  addCall("post", "/{code}", {
    summary: "Se désabonner d'un clic, comme le font les messageries (RFC 8058)",
    security: [],
    params: code,
    answer: "Désabonné",
    refusals: [400, 422],
    call: (ctx, { params }) => unsubscribe(ctx, params),
  });
  // Older mail programs open this for a person, whom the page asks first.
  resource.get("/:code", (c) => c.redirect(addresses.unsubscribe(c.req.param("code"))));
  return resource;
}

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
  const { resource, addCall } = createTaggedResource("Profil");
  addCall("get", "/", {
    summary: "Les appareils prévenus par notification",
    query: noQuery,
    answer: [listBody, "Les appareils"],
    call: async (ctx) => {
      const { publicKey, devices } = await showDevices(ctx);
      return { public_key: publicKey, data: devices.map(encodeDevice), next_cursor: null };
    },
  });
  addCall("post", "/", {
    summary: "Prévenir cet appareil, tant que dure sa connexion",
    body: subscriptionBody,
    answer: [z.object({ id: z.uuid() }), "L'appareil est prévenu"],
    status: 201,
    refusals: [404],
    call: async (ctx, { body }) => ({ id: await addDevice(ctx, body) }),
  });
  addCall("delete", "/{id}", {
    summary: "Ne plus prévenir un appareil",
    answer: "Retiré",
    refusals: [404, 422],
    call: (ctx, { params }) => removeDevice(ctx, { deviceId: params.id }),
  });
  return resource;
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

const encodeDevice = (device: DeviceView) => encodeAs(deviceBody, device);
