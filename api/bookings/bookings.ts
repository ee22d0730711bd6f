import { createRoute, z } from "@hono/zod-openapi";
import { cancelBooking } from "#core/bookings/cancellation/cancel-booking.server.ts";
import { listActivityBookings } from "#core/bookings/lists/list-activity-bookings.server.ts";
import { listBookings } from "#core/bookings/lists/list-bookings.server.ts";
import { showBookingMessages } from "#core/bookings/messages/show-booking-messages.server.ts";
import { writeBookingMessage } from "#core/bookings/messages/write-booking-message.server.ts";
import { moveBooking } from "#core/bookings/move/move-booking.server.ts";
import { contestAbsence } from "#core/bookings/presence/contest-absence.server.ts";
import { countPresence } from "#core/bookings/presence/count-presence.server.ts";
import { markPresence } from "#core/bookings/presence/mark-presence.server.ts";
import { CONTESTS, PRESENCES } from "#core/bookings/presence/rules.ts";
import { answerProposal } from "#core/bookings/proposals/answer-proposal.server.ts";
import { answerOnce, answerOnceInSteps } from "#core/idempotency/answer-once.server.ts";
import { callOf, retryHeaders } from "../once.ts";
import {
  BEARER,
  byId,
  failures,
  instant,
  jsonBody,
  jsonContent,
  listOf,
  noQuery,
  pageQuery,
} from "../openapi.ts";
import { createResource } from "../resource.ts";
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

const cancelContent = {
  "application/json": {
    schema: z
      .strictObject({
        seats: z.number().optional().openapi({
          description: "Combien de places le client rend, de 1 à 6 ; toutes quand il est absent",
        }),
      })
      .openapi("BookingCancellation"),
  },
};

const contestContent = {
  "application/json": {
    schema: z
      .strictObject({
        word: z.enum(CONTESTS).optional().openapi({
          description:
            "came : j'y étais, le mot retenu quand il est absent ; not_held : la séance n'a pas eu lieu",
        }),
      })
      .openapi("AbsenceContest"),
  },
};

/** Own bookings (rules: refund-notice, cancellation, writing-through-us, presence-code). */
export function bookingRoutes() {
  const bookings = createResource();
  bookings.openapi(
    createRoute({
      method: "get",
      path: "/sessions",
      tags: ["Réservations"],
      summary: "Ses réservations de séances, les plus récentes d'abord",
      security: BEARER,
      request: { query: pageQuery },
      responses: {
        200: jsonContent(listOf(sessionBookingBody), "Les réservations"),
        ...failures(401, 403, 422),
      },
    }),
    async (c) => {
      const found = await listBookings(c.get("ctx"), c.req.valid("query"));
      const data = found.bookings.map(encodeSessionBooking);
      return c.json({ data, next_cursor: found.nextCursor }, 200);
    },
  );
  bookings.openapi(
    createRoute({
      method: "get",
      path: "/activities",
      tags: ["Réservations"],
      summary: "Les réservations de ses activités, comme professionnel, les plus récentes d'abord",
      security: BEARER,
      request: { query: pageQuery },
      responses: {
        200: jsonContent(listOf(activityBookingBody), "Les réservations"),
        ...failures(401, 403, 422),
      },
    }),
    async (c) => {
      const found = await listActivityBookings(c.get("ctx"), c.req.valid("query"));
      const data = found.bookings.map(encodeActivityBooking);
      return c.json({ data, next_cursor: found.nextCursor }, 200);
    },
  );
  bookings.openapi(
    createRoute({
      method: "get",
      path: "/presence",
      tags: ["Réservations"],
      summary: "Ses propres présences, retards et absences, comptés pour soi seul",
      security: BEARER,
      responses: {
        200: jsonContent(presenceCountBody, "Les présences ; une absence contestée n'y est pas"),
        ...failures(401, 403),
      },
    }),
    async (c) => c.json(await countPresence(c.get("ctx")), 200),
  );
  bookings.openapi(
    createRoute({
      method: "post",
      path: "/{id}/cancel",
      tags: ["Réservations"],
      summary: "Annuler une réservation, remboursée selon la règle montrée avant le paiement",
      security: BEARER,
      request: { params: byId, body: { required: false, content: cancelContent } },
      responses: {
        204: { description: "Annulée" },
        ...failures(400, 401, 403, 404, 409, 415, 422),
      },
    }),
    async (c) => {
      const { id: bookingId } = c.req.valid("param");
      await cancelBooking(c.get("ctx"), { bookingId, seats: c.req.valid("json").seats });
      return c.body(null, 204);
    },
  );
  bookings.openapi(
    createRoute({
      method: "post",
      path: "/{id}/move",
      tags: ["Réservations"],
      summary: "Déplacer sa réservation à un autre créneau de la même offre",
      description:
        "À prix égal ou plus bas, elle est déplacée aussitôt, et la différence rendue. À prix plus haut, le nouveau créneau est à payer en entier à l'adresse rendue ; ensuite le premier paiement est remboursé en entier.",
      security: BEARER,
      request: {
        params: byId,
        headers: retryHeaders,
        body: jsonBody(z.strictObject({ slot_id: z.string() }).openapi("BookingMove")),
      },
      responses: {
        200: jsonContent(movedBody, "Déplacée, ou l'adresse où payer"),
        ...failures(400, 401, 403, 404, 409, 415, 422, 503),
      },
    }),
    async (c) => {
      const { id: bookingId } = c.req.valid("param");
      const body = c.req.valid("json");
      const ctx = c.get("ctx");
      const call = callOf(c, `move-booking ${bookingId}`, body);
      const { url } = await answerOnceInSteps(ctx, call, () =>
        moveBooking(ctx, { bookingId, slotId: body.slot_id }),
      );
      return c.json({ moved: url === null, url }, 200);
    },
  );
  bookings.openapi(
    createRoute({
      method: "get",
      path: "/{id}/messages",
      tags: ["Réservations"],
      summary: "Les messages d'une réservation, entre son client et son professionnel",
      security: BEARER,
      request: { params: byId, query: noQuery },
      responses: {
        200: jsonContent(listOf(messageBody), "Du plus ancien au plus récent"),
        ...failures(401, 403, 404, 422),
      },
    }),
    async (c) => {
      const { id: bookingId } = c.req.valid("param");
      const { messages, isClient } = await showBookingMessages(c.get("ctx"), { bookingId });
      const data = messages.map(({ id, isOwn, text, createdAt }) => ({
        ...{ id, text, created_at: createdAt.toISOString() },
        by: isOwn === isClient ? ("client" as const) : ("professional" as const),
      }));
      return c.json({ data, next_cursor: null }, 200);
    },
  );
  bookings.openapi(
    createRoute({
      method: "post",
      path: "/{id}/messages",
      tags: ["Réservations"],
      summary: "Écrire à l'autre partie d'une réservation confirmée, par e-mail et sans adresse",
      security: BEARER,
      request: {
        params: byId,
        headers: retryHeaders,
        body: jsonBody(z.strictObject({ text: z.string().optional() })),
      },
      responses: {
        201: jsonContent(
          z.object({ id: z.uuid(), created_at: instant }),
          "Le message, gardé avec la réservation",
        ),
        ...failures(400, 401, 403, 404, 409, 415, 422, 429),
      },
    }),
    async (c) => {
      const { id: bookingId } = c.req.valid("param");
      const { text = "" } = c.req.valid("json");
      const call = callOf(c, `write-letter ${bookingId}`, { text });
      const written = await answerOnce(c.get("ctx"), call, (own) =>
        writeBookingMessage(own, { bookingId, text }),
      );
      return c.json({ id: written.letterId, created_at: written.createdAt }, 201);
    },
  );
  bookings.openapi(
    createRoute({
      method: "post",
      path: "/{id}/presence",
      tags: ["Réservations"],
      summary: "Noter la présence d'un client, par son code ou par ce que l'on en dit",
      security: BEARER,
      request: {
        params: byId,
        body: jsonBody(
          z.strictObject({
            code: z.string().optional().openapi({ description: "Les quatre chiffres du client" }),
            status: z.enum(PRESENCES).optional().openapi({
              description: "absent : à partir de 15 minutes après le début",
            }),
          }),
        ),
      },
      responses: {
        200: jsonContent(
          z.object({ status: z.enum(PRESENCES), by: z.enum(["code", "professional"]) }),
          "La présence notée",
        ),
        ...failures(400, 401, 403, 404, 409, 415, 422, 429),
      },
    }),
    async (c) => {
      const { id: bookingId } = c.req.valid("param");
      const said = await markPresence(c.get("ctx"), { bookingId, ...c.req.valid("json") });
      return c.json({ status: said.presence, by: said.by }, 200);
    },
  );
  bookings.openapi(
    createRoute({
      method: "post",
      path: "/{id}/proposal",
      tags: ["Réservations"],
      summary: "Accepter ou refuser l'autre heure proposée pour une de ses réservations",
      security: BEARER,
      request: {
        params: byId,
        body: jsonBody(z.strictObject({ answer: z.enum(["accepted", "refused"]).optional() })),
      },
      responses: {
        200: jsonContent(
          z.object({ answer: z.enum(["accepted", "refused"]) }),
          "La réponse ; refuser ne change rien, ou rembourse quand l'ancienne heure est abandonnée",
        ),
        ...failures(400, 401, 403, 404, 409, 415, 422),
      },
    }),
    async (c) => {
      const { id: bookingId } = c.req.valid("param");
      const { answer } = c.req.valid("json");
      const asked = { bookingId, answer: answer as "accepted" };
      return c.json(await answerProposal(c.get("ctx"), asked), 200);
    },
  );
  bookings.openapi(
    createRoute({
      method: "post",
      path: "/{id}/presence/contest",
      tags: ["Réservations"],
      summary: "Contester une absence, dans les 48 heures",
      security: BEARER,
      request: { params: byId, body: { required: false, content: contestContent } },
      responses: {
        204: { description: "Contestée" },
        ...failures(400, 401, 403, 404, 409, 415, 422),
      },
    }),
    async (c) => {
      const { id: bookingId } = c.req.valid("param");
      const { word = "came" } = c.req.valid("json");
      await contestAbsence(c.get("ctx"), { by: { bookingId }, word });
      return c.body(null, 204);
    },
  );
  return bookings;
}

const messageBody = z
  .object({
    id: z.uuid(),
    by: z.enum(["client", "professional"]),
    text: z.string().openapi({ description: "Vide quand son auteur a quitté le site" }),
    created_at: instant,
  })
  .openapi("Message");
