import { z } from "@hono/zod-openapi";
import type { ConversationView } from "#core/bookings/messages/schema.ts";
import {
  listConversations,
  markRead,
} from "#core/bookings/messages/show-booking-messages.server.ts";
import { encodeAs } from "../names.ts";
import { createTaggedResource, instant, listOf, pageQuery } from "../resource.ts";

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

const encode = ({ last, ...conversation }: ConversationView) =>
  encodeAs(conversationBody, conversation, {
    text: last.text,
    by: last.isOwn === conversation.isClient ? "client" : "professional",
    created_at: last.createdAt,
  });

/** Messages by booking (rule: writing-through-us). */
export function messageRoutes() {
  const { resource, addCall } = createTaggedResource("Réservations");
  addCall("get", "/", {
    summary: "Ses conversations, comme client ou professionnel, la plus récente d'abord",
    query: pageQuery,
    answer: [listOf(conversationBody), "Le dernier message de chacune"],
    call: async (ctx, { query }) => {
      const found = await listConversations(ctx, query);
      return { data: found.conversations.map(encode), next_cursor: found.nextCursor };
    },
  });
  addCall("post", "/{id}/read", {
    summary: "Marquer comme lus les messages reçus pour une réservation",
    answer: "C'est noté",
    refusals: [404, 422],
    call: (ctx, { params }) => markRead(ctx, { bookingId: params.id }),
  });
  return resource;
}
