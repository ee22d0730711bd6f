import { z } from "@hono/zod-openapi";
import type { AgendaSlot, Busy } from "#core/agenda/schema.ts";
import { showAgenda } from "#core/agenda/show-agenda.server.ts";
import { centsToEuros } from "#core/money.ts";
import { presenceCountBody } from "../bookings/encode-booking.ts";
import { encodeAs } from "../names.ts";
import { clientBody } from "../offerings/outside-clients.ts";
import { encodeOwnSlot, ownSlotShape } from "../offerings/slots.ts";
import { createTaggedResource, instant } from "../resource.ts";

const personBody = z.object({
  booking_id: z.uuid(),
  name: z.string().openapi({ description: "Prénom et initiale" }),
  note: z.string().nullable(),
  is_first: z.boolean().openapi({ description: "Sa première réservation avec vous" }),
  presence: z.enum(["present", "late", "absent"]).nullable(),
  presence_counts: presenceCountBody.openapi({ description: "Ses présences chez vous" }),
  seats: z.number().int(),
  companions: z.string().nullable().openapi({ description: "Qui l'accompagne" }),
  resale_at: instant.nullable().openapi({ description: "Depuis quand ses places se revendent" }),
});

const lostClientBody = clientBody.extend({ is_told: z.boolean() });

const agendaSlotBody = z
  .object({
    ...ownSlotShape,
    is_online: z.boolean(),
    address: z.string().nullable(),
    city: z.string().nullable(),
    held: z.number().int().openapi({ description: "Places en cours de paiement" }),
    outside: z.number().int().openapi({ description: "Places de clients hors site" }),
    reserved: z.number().int().openapi({ description: "Places gardées pour une proposition" }),
    comes_again: z.boolean().openapi({ description: "Un horaire de son offre le crée" }),
    state: z.enum([
      ...(["free", "part", "full", "held", "withheld", "overlap", "busy", "absence"] as const),
      ...(["notice", "paused", "past", "cancelled", "running", "reserved"] as const),
    ]),
    overlaps: z.object({ title: z.string(), start_datetime: instant }).nullable(),
    price_now: z.number().openapi({ description: "En euros TTC" }),
    next_price: z.object({ price: z.number(), at: instant }).nullable(),
    people: z.array(personBody),
    lost_clients: z.array(lostClientBody).openapi({
      description: "Clients hors site d'un créneau annulé, que le site ne prévient pas",
    }),
  })
  .openapi("AgendaSlot");

const busyBody = z
  .object({
    id: z.uuid(),
    source: z.enum(["absence", "busy", "outside", "calendar"]),
    start_datetime: instant,
    end_datetime: instant,
    title: z.string().nullable(),
    is_over_booking: z.boolean(),
  })
  .openapi("Busy");

const agendaBody = z
  .object({
    from: instant,
    to: instant,
    slots: z.array(agendaSlotBody),
    busy: z.array(busyBody),
  })
  .openapi("Agenda");

function encodeSlot(slot: AgendaSlot) {
  const { price, overlaps, people } = slot;
  return encodeAs(agendaSlotBody, slot, {
    ...encodeOwnSlot(slot),
    overlaps: overlaps && { title: overlaps.title, start_datetime: overlaps.start.toISOString() },
    price_now: centsToEuros(price.nowCents),
    next_price: price.next && {
      price: centsToEuros(price.next.cents),
      at: price.next.at.toISOString(),
    },
    people: people.map((person) =>
      encodeAs(personBody, person, { presence_counts: person.counts }),
    ),
    lost_clients: slot.lost.map((client) => encodeAs(lostClientBody, client)),
  });
}

const encodeBusy = (busy: Busy) =>
  encodeAs(busyBody, busy, { start_datetime: busy.start, end_datetime: busy.end });

export function agendaRoutes() {
  const { resource, addCall } = createTaggedResource("Agenda");
  const when = (description: string) =>
    z.string().max(40).optional().openapi({ description, example: "2026-11-20" });
  addCall("get", "/", {
    summary: "Son agenda de praticien : créneaux, personnes inscrites, heures occupées",
    query: z.strictObject({
      from: when("Premier jour à Paris, ou instant ; sinon aujourd'hui"),
      to: when("Dernier jour, inclus, ou instant, exclu ; sinon six jours après. Un mois au plus"),
    }),
    answer: [agendaBody, "L'agenda"],
    call: async (ctx, { query }) => {
      const found = await showAgenda(ctx, query);
      return {
        from: found.from.toISOString(),
        to: found.to.toISOString(),
        slots: found.slots.map(encodeSlot),
        busy: found.busy.map(encodeBusy),
      };
    },
  });
  return resource;
}
