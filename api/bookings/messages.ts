import { createRoute, z } from "@hono/zod-openapi";
import { listConversations } from "#core/bookings/messages/list-conversations.server.ts";
import { markRead } from "#core/bookings/messages/mark-read.server.ts";
import type { ConversationView } from "#core/bookings/messages/schema.ts";
import { addCallById } from "../call-by-id.ts";
import { BEARER, failures, instant, jsonContent, listOf, pageQuery } from "../openapi.ts";
import { createResource } from "../resource.ts";

const conversationBody = z
  .object({
    booking_id: z.uuid(),
    title: z.string(),
    other: z.string().openapi({ description: "Une enseigne ou « Julie M. », jamais une adresse" }),
    by: z.enum(["client", "professional"]).openapi({ description: "L'auteur du dernier message" }),
    text: z.string().openapi({ description: "Le dernier message ; vide s'il a été retiré" }),
    created_at: instant,
    unread: z.int().openapi({ description: "Les messages de l'autre, pas encore lus" }),
  })
  .openapi("Conversation");

function encode(conversation: ConversationView): z.output<typeof conversationBody> {
  const { bookingId, title, other, isClient, unread, last } = conversation;
  return {
    ...{ booking_id: bookingId, title, other, unread, text: last.text },
    by: last.isOwn === isClient ? "client" : "professional",
    created_at: last.createdAt.toISOString(),
  };
}

/** Messages by booking (rule: writing-through-us). */
export function messageRoutes() {
  const messages = createResource();
  messages.openapi(
    createRoute({
      method: "get",
      path: "/",
      tags: ["Réservations"],
      summary: "Ses conversations, comme client ou professionnel, la plus récente d'abord",
      security: BEARER,
      request: { query: pageQuery },
      responses: {
        200: jsonContent(listOf(conversationBody), "Le dernier message de chacune"),
        ...failures(401, 403, 422),
      },
    }),
    async (c) => {
      const found = await listConversations(c.get("ctx"), c.req.valid("query"));
      return c.json({ data: found.conversations.map(encode), next_cursor: found.nextCursor }, 200);
    },
  );
  addCallById(messages, {
    method: "post",
    path: "/{id}/read",
    tag: "Réservations",
    summary: "Marquer comme lus les messages reçus pour une réservation",
    done: "C'est noté",
    refusals: [401, 403, 404, 422],
    call: (ctx, bookingId) => markRead(ctx, { bookingId }),
  });
  return messages;
}
