import { createRoute, z } from "@hono/zod-openapi";
import { MAX_SEATS } from "#core/catalogue/slots/rules.ts";
import { joinWaitingList } from "#core/waiting-list/join-waiting-list.server.ts";
import { leaveWaitingList, passOffer } from "#core/waiting-list/leave-waiting-list.server.ts";
import { listWaiting } from "#core/waiting-list/list-waiting.server.ts";
import type { WaitingView } from "#core/waiting-list/schema.ts";
import { addCallById } from "../call-by-id.ts";
import { BEARER, failures, jsonBody, jsonContent, listOf, noQuery } from "../openapi.ts";
import { createResource } from "../resource.ts";

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

const encode = ({ offer, ...entry }: WaitingView): z.output<typeof entryBody> => ({
  ...{ id: entry.id, slot_id: entry.slotId, kind: entry.kind, offering_id: entry.offeringId },
  ...{ title: entry.title, seats: entry.seats, rank: entry.rank, waiting: entry.waiting },
  start_datetime: entry.start.toISOString(),
  end_datetime: entry.end.toISOString(),
  seats_on_sale: entry.onSale,
  offer: offer && {
    offered_at: offer.at.toISOString(),
    until: offer.until.toISOString(),
    seat_price_cents: offer.priceCents,
  },
  created_at: entry.createdAt.toISOString(),
});

/** Slots the caller waits for (rule: waiting-list). */
export function waitingListRoutes() {
  const entries = createResource();
  entries.openapi(
    createRoute({
      method: "get",
      path: "/",
      tags: ["Listes d'attente"],
      summary: "Les créneaux que l'on attend : ceux qui sont offerts, puis les plus proches",
      security: BEARER,
      request: { query: noQuery },
      responses: {
        200: jsonContent(listOf(entryBody), "Les places dans la file"),
        ...failures(401, 403, 422),
      },
    }),
    async (c) =>
      c.json({ data: (await listWaiting(c.get("ctx"))).map(encode), next_cursor: null }, 200),
  );
  entries.openapi(
    createRoute({
      method: "post",
      path: "/",
      tags: ["Listes d'attente"],
      summary: "Attendre un créneau complet ; la répétition ne change rien",
      security: BEARER,
      request: { body: jsonBody(joinBody) },
      responses: {
        200: jsonContent(entryBody, "La place dans la file"),
        ...failures(400, 401, 403, 404, 409, 415, 422),
      },
    }),
    async (c) => {
      const { slot_id: slotId, seats } = c.req.valid("json");
      const asked = { slotId, ...(seats !== undefined && { seats }) };
      return c.json(encode(await joinWaitingList(c.get("ctx"), asked)), 200);
    },
  );
  addCallById(entries, {
    method: "delete",
    path: "/{id}",
    tag: "Listes d'attente",
    summary: "Quitter la file ; la répétition ne change rien",
    done: "Quittée",
    refusals: [401, 403, 422],
    call: (ctx, entryId) => leaveWaitingList(ctx, { entryId }),
  });
  addCallById(entries, {
    method: "post",
    path: "/{id}/pass",
    tag: "Listes d'attente",
    summary: "Laisser passer les places gardées, en restant dans la file",
    done: "Laissées",
    refusals: [401, 403, 404, 409, 422],
    call: (ctx, entryId) => passOffer(ctx, { entryId }),
  });
  return entries;
}
