import { createRoute, z } from "@hono/zod-openapi";
import { CONTACT_SUBJECTS } from "#core/contact/labels.ts";
import { sendContactMessage } from "#core/contact/send-contact-message.server.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { callOf, retryHeaders } from "./once.ts";
import { failures, jsonBody, jsonContent } from "./openapi.ts";
import { createResource } from "./resource.ts";

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
  const functions = createResource();
  functions.openapi(
    createRoute({
      method: "post",
      path: "/send-contact-email",
      tags: ["Fonctions"],
      summary: "Écrire au support ; sans sujet, demander des cartes cadeaux pour une entreprise",
      request: { headers: retryHeaders, body: jsonBody(contactBody) },
      responses: {
        200: jsonContent(z.object({ success: z.literal(true) }), "Le message est en route"),
        ...failures(400, 409, 415, 422, 429),
      },
    }),
    async (c) => {
      const body = c.req.valid("json");
      await answerOnce(c.get("ctx"), callOf(c, "send-contact-email", body), async (own) => {
        await sendContactMessage(own, body);
        return { success: true };
      });
      return c.json({ success: true as const }, 200);
    },
  );

  return functions;
}
