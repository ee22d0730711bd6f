import { z } from "@hono/zod-openapi";
import { cancelBooking } from "#core/bookings/cancellation/cancel-booking.server.ts";
import { listActivityBookings, listBookings } from "#core/bookings/lists/list-bookings.server.ts";
import { showBookingMessages } from "#core/bookings/messages/show-booking-messages.server.ts";
import { writeBookingMessage } from "#core/bookings/messages/write-booking-message.server.ts";
import { moveBooking } from "#core/bookings/move/move-booking.server.ts";
import { contestAbsence } from "#core/bookings/presence/contest-absence.server.ts";
import { markPresence } from "#core/bookings/presence/mark-presence.server.ts";
import { CONTESTS, PRESENCES } from "#core/bookings/presence/rules.ts";
import { countPresence } from "#core/bookings/presence/show-presence.server.ts";
import { answerProposal } from "#core/bookings/proposals/answer-proposal.server.ts";
import { resellBooking, takeBack } from "#core/bookings/resale/resell-booking.server.ts";
import { answerOnce, answerOnceInSteps } from "#core/idempotency/answer-once.server.ts";
import { centsToEuros } from "#core/money.ts";
import type { Receipt } from "#core/taxes/schema.ts";
import { showReceipt } from "#core/taxes/show-receipt.server.ts";
import { encodeAs } from "../names.ts";
import { callOf, createTaggedResource, instant, listOf, noQuery, pageQuery } from "../resource.ts";
import {
  activityBookingBody,
  encodeActivityBooking,
  encodeSessionBooking,
  presenceCountBody,
  sessionBookingBody,
} from "./encode-booking.ts";

const movedBody = z
  .object({
    moved: z.boolean().openapi({ description: "Faux : elle bouge quand le paiement est encaissé" }),
    url: z.string().nullable().openapi({ description: "Où payer ; null quand elle a bougé" }),
  })
  .openapi("MovedBooking");

const cancelBody = z
  .strictObject({
    seats: z.number().optional().openapi({
      description: "Combien de places le client rend, de 1 à 6 ; toutes quand il est absent",
    }),
  })
  .openapi("BookingCancellation");

const contestBody = z
  .strictObject({
    word: z.enum(CONTESTS).optional().openapi({
      description:
        "came : j'y étais, le mot retenu quand il est absent ; not_held : la séance n'a pas eu lieu",
    }),
  })
  .openapi("AbsenceContest");

const messageBody = z
  .object({
    id: z.uuid(),
    by: z.enum(["client", "professional"]),
    text: z.string().openapi({ description: "Vide quand son auteur a quitté le site" }),
    created_at: instant,
  })
  .openapi("Message");

const sellerBody = z.object({
  name: z.string(),
  trade_name: z.string().nullable(),
  address: z.string().nullable(),
  postal_code: z.string().nullable(),
  city: z.string().nullable(),
  siret: z.string().nullable(),
  vat_number: z.string().nullable(),
});

const receiptBody = z
  .object({
    booking_id: z.uuid(),
    paid_at: instant,
    seller: sellerBody,
    client_name: z.string().nullable(),
    title: z.string(),
    start_datetime: instant,
    place: z.string(),
    seats: z.number().int(),
    total: z.number().openapi({ description: "TTC, en euros, pour toutes les places" }),
    refunded: z.number(),
    kept: z.number().openapi({ description: "Ce qui reste payé, TTC" }),
    vat_percent: z.number().nullable().openapi({
      description: "0 : TVA non applicable ; null : statut de TVA non communiqué",
    }),
    kept_without_vat: z.number().nullable(),
    vat: z.number().nullable(),
  })
  .openapi("Receipt");

function encodeReceipt(note: Receipt) {
  return encodeAs(receiptBody, note, {
    seller: encodeAs(sellerBody, note.seller),
    start_datetime: note.start,
    total: centsToEuros(note.totalCents),
    refunded: centsToEuros(note.refundedCents),
    kept: centsToEuros(note.keptCents),
    ...(note.vatRate === null
      ? { vat_percent: null, kept_without_vat: null, vat: null }
      : {
          vat_percent: note.vatRate / 100,
          kept_without_vat: centsToEuros(note.netCents),
          vat: centsToEuros(note.vatCents),
        }),
  });
}

/** Own bookings (rules: refund-notice, cancellation, writing-through-us, presence-code). */
export function bookingRoutes() {
  const { resource, addCall } = createTaggedResource("Réservations");
  addCall("get", "/sessions", {
    summary: "Ses réservations de séances, les plus récentes d'abord",
    query: pageQuery,
    answer: [listOf(sessionBookingBody), "Les réservations"],
    call: async (ctx, { query }) => {
      const found = await listBookings(ctx, query);
      return { data: found.bookings.map(encodeSessionBooking), next_cursor: found.nextCursor };
    },
  });
  addCall("get", "/activities", {
    summary: "Les réservations de ses activités, comme professionnel, les plus récentes d'abord",
    query: pageQuery,
    answer: [listOf(activityBookingBody), "Les réservations"],
    call: async (ctx, { query }) => {
      const found = await listActivityBookings(ctx, query);
      return { data: found.bookings.map(encodeActivityBooking), next_cursor: found.nextCursor };
    },
  });
  addCall("get", "/presence", {
    summary: "Ses propres présences, retards et absences, comptés pour soi seul",
    answer: [presenceCountBody, "Les présences ; une absence contestée n'y est pas"],
    call: (ctx) => countPresence(ctx),
  });
  addCall("post", "/{id}/cancel", {
    summary: "Annuler une réservation, remboursée selon la règle montrée avant le paiement",
    body: cancelBody,
    isBodyOptional: true,
    answer: "Annulée",
    refusals: [404, 409],
    call: async (ctx, { params, body }) => {
      const { id: bookingId } = params;
      await cancelBooking(ctx, { bookingId, seats: body.seats });
    },
  });
  addCall("post", "/{id}/move", {
    summary: "Déplacer sa réservation à un autre créneau de la même offre",
    description:
      "À prix égal ou plus bas, elle est déplacée aussitôt, et la différence rendue. À prix plus haut, le nouveau créneau est à payer en entier à l'adresse rendue ; ensuite le premier paiement est remboursé en entier.",
    isRetried: true,
    body: z.strictObject({ slot_id: z.string() }).openapi("BookingMove"),
    answer: [movedBody, "Déplacée, ou l'adresse où payer"],
    refusals: [404, 503],
    call: async (ctx, { params: { id: bookingId }, body, c }) => {
      const call = callOf(c, `move-booking ${bookingId}`, body);
      const { url } = await answerOnceInSteps(ctx, call, () =>
        moveBooking(ctx, { bookingId, slotId: body.slot_id }),
      );
      return { moved: url === null, url };
    },
  });
  addCall("get", "/{id}/messages", {
    summary: "Les messages d'une réservation, entre son client et son professionnel",
    query: noQuery,
    answer: [listOf(messageBody), "Du plus ancien au plus récent"],
    refusals: [404],
    call: async (ctx, { params: { id: bookingId } }) => {
      const { messages, isClient } = await showBookingMessages(ctx, { bookingId });
      const data = messages.map(({ id, isOwn, text, createdAt }) => ({
        ...{ id, text, created_at: createdAt.toISOString() },
        by: isOwn === isClient ? ("client" as const) : ("professional" as const),
      }));
      return { data, next_cursor: null };
    },
  });
  addCall("post", "/{id}/messages", {
    summary: "Écrire à l'autre partie d'une réservation confirmée, par e-mail et sans adresse",
    isRetried: true,
    body: z.strictObject({ text: z.string().optional() }),
    answer: [
      z.object({ id: z.uuid(), created_at: instant }),
      "Le message, gardé avec la réservation",
    ],
    status: 201,
    refusals: [404, 429],
    call: async (ctx, { params: { id: bookingId }, body: { text = "" }, c }) => {
      const call = callOf(c, `write-letter ${bookingId}`, { text });
      const written = await answerOnce(ctx, call, (own) =>
        writeBookingMessage(own, { bookingId, text }),
      );
      return { id: written.letterId, created_at: written.createdAt };
    },
  });
  addCall("post", "/{id}/presence", {
    summary: "Noter la présence d'un client, par son code ou par ce que l'on en dit",
    body: z.strictObject({
      code: z.string().optional().openapi({ description: "Les quatre chiffres du client" }),
      status: z.enum(PRESENCES).optional().openapi({
        description: "absent : à partir de 15 minutes après le début",
      }),
    }),
    answer: [
      z.object({ status: z.enum(PRESENCES), by: z.enum(["code", "professional"]) }),
      "La présence notée",
    ],
    refusals: [404, 409, 429],
    call: async (ctx, { params: { id: bookingId }, body }) => {
      const said = await markPresence(ctx, { bookingId, ...body });
      return { status: said.presence, by: said.by };
    },
  });
  addCall("post", "/{id}/proposal", {
    summary: "Accepter ou refuser l'autre heure proposée pour une de ses réservations",
    body: z.strictObject({ answer: z.enum(["accepted", "refused"]).optional() }),
    answer: [
      z.object({ answer: z.enum(["accepted", "refused"]) }),
      "La réponse ; refuser ne change rien, ou rembourse quand l'ancienne heure est abandonnée",
    ],
    refusals: [404, 409],
    call: async (ctx, { params: { id: bookingId }, body: { answer } }) => {
      const asked = { bookingId, answer: answer as "accepted" };
      return await answerProposal(ctx, asked);
    },
  });
  addCall("post", "/{id}/presence/contest", {
    summary: "Contester une absence, dans les 48 heures",
    body: contestBody,
    isBodyOptional: true,
    answer: "Contestée",
    refusals: [404, 409],
    call: async (ctx, { params, body }) => {
      const { id: bookingId } = params;
      const { word = "came" } = body;
      await contestAbsence(ctx, { by: { bookingId }, word });
    },
  });
  addCall("post", "/{id}/resale", {
    summary:
      "« Rends ta place » : remettre sa réservation en vente, passé le délai de remboursement",
    description:
      "Elle reste au client jusqu'à ce que quelqu'un l'ait payée, quand aucune autre place n'est libre. Il lui est alors rendu le prix payé par le suivant, au plus le sien. Demandé encore, rien ne change.",
    answer: [z.object({ resale_at: instant }), "Depuis quand elle est remise en vente"],
    refusals: [404, 409, 422],
    call: async (ctx, { params: { id: bookingId } }) => {
      const { since } = await resellBooking(ctx, { bookingId });
      return { resale_at: since.toISOString() };
    },
  });
  addCall("delete", "/{id}/resale", {
    summary: "Reprendre sa réservation, tant que personne n'est en train de la payer",
    answer: "Elle n'est plus remise en vente",
    refusals: [404, 409, 422],
    call: (ctx, { params }) => takeBack(ctx, { bookingId: params.id }),
  });
  addCall("get", "/{id}/receipt", {
    summary: "La note d'une réservation payée, pour son client et son professionnel",
    answer: [receiptBody, "La note"],
    refusals: [404, 409, 422],
    call: async (ctx, { params }) =>
      encodeReceipt(await showReceipt(ctx, { bookingId: params.id })),
  });
  return resource;
}
