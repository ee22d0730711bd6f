import { z } from "@hono/zod-openapi";
import { CONTACT_SUBJECTS } from "#core/contact/labels.ts";
import { sendContactMessage } from "#core/contact/send-contact-message.server.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { callOf, createTaggedResource } from "./resource.ts";

const text = z.string("Ce champ doit être un texte");
/** Optional, so that the use case reports all missing fields. */
const contactBody = z
  .object({
    name: text.default(""),
    email: text.default(""),
    subject: text
      .nullish()
      .openapi({ description: `${CONTACT_SUBJECTS.join(", ")} ; aucun pour une carte cadeau` }),
    message: text.default(""),
  })
  .openapi("ContactMessage");

export function contactFunctionRoutes() {
  const { resource, addCall } = createTaggedResource("Fonctions");
  addCall("post", "/send-contact-email", {
    summary: "Écrire au support ; sans sujet, demander des cartes cadeaux pour une entreprise",
    security: [],
    isRetried: true,
    body: contactBody,
    answer: [z.object({ success: z.literal(true) }), "Le message est en route"],
    refusals: [429],
    call: async (ctx, { body, c }) => {
      await answerOnce(ctx, callOf(c, "send-contact-email", body), async (own) => {
        await sendContactMessage(own, body);
        return { success: true };
      });
      return { success: true as const };
    },
  });

  return resource;
}
