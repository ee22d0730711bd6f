import { z } from "@hono/zod-openapi";
import { MAX_SEATS } from "#core/catalogue/slots/rules.ts";
import {
  joinWaitingList,
  leaveWaitingList,
  passOffer,
} from "#core/waiting-list/join-waiting-list.server.ts";
import { listWaiting } from "#core/waiting-list/list-waiting.server.ts";
import type { WaitingView } from "#core/waiting-list/schema.ts";
import { encodeAs } from "../names.ts";
import { createTaggedResource, listOf, noQuery } from "../resource.ts";

const offerBody = z
  .object({
    offered_at: z.iso.datetime(),
    until: z.iso.datetime(),
    seat_price_cents: z.int(),
  })
  .openapi("WaitingOffer", {
    description:
      "Les places sont gardées jusque-là : les réserver par create-session-payment ou create-activity-payment, au prix de l'offre ou à celui du moment s'il est plus bas",
  });

const entryBody = z
  .object({
    id: z.uuid(),
    slot_id: z.uuid(),
    kind: z.enum(["session", "activity"]),
    offering_id: z.uuid(),
    title: z.string(),
    start_datetime: z.iso.datetime(),
    end_datetime: z.iso.datetime(),
    seats: z.int(),
    rank: z.int(),
    waiting: z.int().openapi({ description: "Combien attendent ce créneau" }),
    seats_on_sale: z.int().openapi({ description: "Les places que tout le monde peut réserver" }),
    offer: offerBody.nullable(),
    created_at: z.iso.datetime(),
  })
  .openapi("WaitingEntry");

const joinBody = z
  .object({ slot_id: z.string(), seats: z.int().min(1).max(MAX_SEATS).optional() })
  .strict()
  .openapi("NewWaitingEntry");

const encode = ({ offer, ...entry }: WaitingView) =>
  encodeAs(entryBody, entry, {
    start_datetime: entry.start,
    end_datetime: entry.end,
    seats_on_sale: entry.onSale,
    offer:
      offer &&
      encodeAs(offerBody, offer, { offered_at: offer.at, seat_price_cents: offer.priceCents }),
  });

/** Slots the caller waits for (rule: waiting-list). */
export function waitingListRoutes() {
  const { resource, addCall } = createTaggedResource("Listes d'attente");
  addCall("get", "/", {
    summary: "Les créneaux que l'on attend : ceux qui sont offerts, puis les plus proches",
    query: noQuery,
    answer: [listOf(entryBody), "Les places dans la file"],
    call: async (ctx) => ({ data: (await listWaiting(ctx)).map(encode), next_cursor: null }),
  });
  addCall("post", "/", {
    summary: "Attendre un créneau complet ; la répétition ne change rien",
    body: joinBody,
    answer: [entryBody, "La place dans la file"],
    refusals: [404, 409],
    call: async (ctx, { body: { slot_id: slotId, seats } }) => {
      const asked = { slotId, ...(seats !== undefined && { seats }) };
      return encode(await joinWaitingList(ctx, asked));
    },
  });
  addCall("delete", "/{id}", {
    summary: "Quitter la file ; la répétition ne change rien",
    answer: "Quittée",
    refusals: [422],
    call: (ctx, { params }) => leaveWaitingList(ctx, { entryId: params.id }),
  });
  addCall("post", "/{id}/pass", {
    summary: "Laisser passer les places gardées, en restant dans la file",
    answer: "Laissées",
    refusals: [404, 409, 422],
    call: (ctx, { params }) => passOffer(ctx, { entryId: params.id }),
  });
  return resource;
}
