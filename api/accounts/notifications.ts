import { z } from "@hono/zod-openapi";
import { chooseMails, showMailChoices } from "#core/accounts/profile/update-profile.server.ts";
import { unsubscribe } from "#core/notifications/topics/choose-topics.server.ts";
import { MAIL_TOPICS } from "#core/notifications/topics/rules.ts";
import * as addresses from "#site/addresses.ts";
import { createTaggedResource } from "../tagged-resource.ts";
import { createTopicChoices } from "./topic-choices.ts";

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
