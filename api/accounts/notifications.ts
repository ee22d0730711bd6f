import { createRoute, z } from "@hono/zod-openapi";
import { chooseMails, showMailChoices } from "#core/accounts/profile/choose-mails.server.ts";
import { MAIL_TOPICS } from "#core/notifications/topics/rules.ts";
import type { MailChoices } from "#core/notifications/topics/schema.ts";
import { unsubscribe } from "#core/notifications/topics/unsubscribe-recipient.server.ts";
import * as addresses from "#site/addresses.ts";
import { BEARER, failures, jsonBody, jsonContent, noQuery } from "../openapi.ts";
import { createResource } from "../resource.ts";

const choicesBody = z
  .object(Object.fromEntries(MAIL_TOPICS.map((topic) => [topic, z.boolean()])))
  .openapi("MailChoices", { description: "Par sujet, si ces e-mails sont voulus" });

const patchBody = choicesBody.partial().strict().openapi("MailChoicesPatch");

const code = z.object({
  code: z.string().openapi({ description: "Du lien de désabonnement d'un e-mail" }),
});

/** The mails that somebody may do without (rule: mail-topics). */
export function notificationRoutes() {
  const notifications = createResource();
  notifications.openapi(
    createRoute({
      method: "get",
      path: "/",
      tags: ["Profil"],
      summary: "Les e-mails que l'on reçoit, parmi ceux dont on peut se passer",
      security: BEARER,
      request: { query: noQuery },
      responses: { 200: jsonContent(choicesBody, "Les choix"), ...failures(401, 403, 422) },
    }),
    async (c) => c.json(encode(await showMailChoices(c.get("ctx"))), 200),
  );
  notifications.openapi(
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
    async (c) => c.json(encode(await chooseMails(c.get("ctx"), c.req.valid("json"))), 200),
  );
  return notifications;
}

const encode = (choices: MailChoices): Record<string, boolean> => choices;

/** The address in the header lines of such mails. */
export function unsubscribeRoutes() {
  const resource = createResource();
  resource.openapi(
    createRoute({
      method: "post",
      path: "/{code}",
      tags: ["Profil"],
      summary: "Se désabonner d'un clic, comme le font les messageries (RFC 8058)",
      request: { params: code },
      responses: { 204: { description: "Désabonné" }, ...failures(400, 422) },
    }),
    async (c) => {
      await unsubscribe(c.get("ctx"), c.req.valid("param"));
      return c.body(null, 204);
    },
  );
  // Older mail programs open it for a person, whom the page asks first.
  resource.get("/:code", (c) => c.redirect(addresses.unsubscribe(c.req.param("code"))));
  return resource;
}
