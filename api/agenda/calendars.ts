import { createRoute, z } from "@hono/zod-openapi";
import { renewFeed, revokeFeed, showFeed } from "#core/calendars/feed/manage-feed.server.ts";
import { declineGap, publishGap, showGaps } from "#core/calendars/gaps/offer-gaps.server.ts";
import {
  acceptEmpty,
  addCalendar,
  listCalendars,
  removeCalendar,
} from "#core/calendars/manage-calendars.server.ts";
import { type CalendarView, FAILURES } from "#core/calendars/schema.ts";
import { answerOnceInSteps } from "#core/idempotency/answer-once.server.ts";
import { centsToEuros, eurosToCents } from "#core/money.ts";
import { addCallById } from "../call-by-id.ts";
import { callOf, retryHeaders } from "../once.ts";
import {
  amount,
  BEARER,
  byId,
  failures,
  instant,
  jsonBody,
  jsonContent,
  listOf,
  noQuery,
} from "../openapi.ts";
import { createResource } from "../resource.ts";

const calendarBody = z
  .object({
    id: z.uuid(),
    name: z.string(),
    host: z.string().openapi({ description: "L'adresse entière est un secret" }),
    read_at: instant.nullable().openapi({ description: "Sa dernière bonne lecture" }),
    failing_since: instant.nullable(),
    failure: z.enum(FAILURES).nullable(),
    busy_hours: z.number().int().openapi({ description: "Rendez-vous à venir" }),
  })
  .openapi("Calendar");

// Optional, so that the use case reports all missing fields.
const addBody = z
  .object({
    url: z.string().openapi({ description: "Adresse iCal, en https ou webcal" }),
    name: z.string(),
  })
  .partial()
  .strict()
  .openapi("NewCalendar");

function encodeCalendar(calendar: CalendarView): z.output<typeof calendarBody> {
  const { id, name, host, readAt, failingSince, failure, hours } = calendar;
  return {
    ...{ id, name, host, failure, busy_hours: hours },
    read_at: readAt?.toISOString() ?? null,
    failing_since: failingSince?.toISOString() ?? null,
  };
}

export function calendarRoutes() {
  const calendars = createResource();
  calendars.openapi(
    createRoute({
      method: "get",
      path: "/",
      tags: ["Agenda"],
      summary: "Ses agendas privés suivis, sans leurs adresses",
      security: BEARER,
      request: { query: noQuery },
      responses: {
        200: jsonContent(listOf(calendarBody), "Les agendas suivis"),
        ...failures(401, 403, 422),
      },
    }),
    async (c) => {
      const found = await listCalendars(c.get("ctx"));
      return c.json({ data: found.map(encodeCalendar), next_cursor: null }, 200);
    },
  );
  calendars.openapi(
    createRoute({
      method: "post",
      path: "/",
      tags: ["Agenda"],
      summary: "Suivre un agenda privé : lu aussitôt, puis toutes les 15 minutes",
      security: BEARER,
      request: { headers: retryHeaders, body: jsonBody(addBody) },
      responses: {
        201: jsonContent(z.object({ id: z.uuid() }), "L'agenda est suivi"),
        ...failures(400, 401, 403, 409, 415, 422, 429),
      },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const { url = "", name } = c.req.valid("json");
      const asked = { url, ...(name !== undefined && { name }) };
      const { calendarId } = await answerOnceInSteps(ctx, callOf(c, "add-calendar", asked), () =>
        addCalendar(ctx, asked),
      );
      return c.json({ id: calendarId }, 201);
    },
  );
  addCallById(calendars, {
    method: "delete",
    path: "/{id}",
    tag: "Agenda",
    summary: "Ne plus suivre un agenda : ce qu'il fermait s'ouvre",
    done: "Retiré",
    refusals: [401, 403, 404, 422],
    call: (ctx, calendarId) => removeCalendar(ctx, { calendarId }),
  });
  addCallById(calendars, {
    method: "post",
    path: "/{id}/accept-empty",
    tag: "Agenda",
    summary: "Confirmer qu'un agenda soudain vide l'est vraiment",
    done: "C'est noté",
    refusals: [401, 403, 404, 409, 422],
    call: (ctx, calendarId) => acceptEmpty(ctx, { calendarId }),
  });
  return calendars;
}

export function feedRoutes() {
  const feed = createResource();
  feed.openapi(
    createRoute({
      method: "get",
      path: "/",
      tags: ["Agenda"],
      summary: "L'adresse de son agenda : depuis quand, et lue quand ; jamais l'adresse elle-même",
      security: BEARER,
      request: { query: noQuery },
      responses: {
        200: jsonContent(
          z.object({
            feed: z.object({ created_at: instant, read_at: instant.nullable() }).nullable(),
          }),
          "Null sans adresse",
        ),
        ...failures(401, 403, 422),
      },
    }),
    async (c) => {
      const found = await showFeed(c.get("ctx"));
      const body = found && {
        created_at: found.createdAt.toISOString(),
        read_at: found.readAt?.toISOString() ?? null,
      };
      return c.json({ feed: body }, 200);
    },
  );
  feed.openapi(
    createRoute({
      method: "post",
      path: "/",
      tags: ["Agenda"],
      summary: "Faire une nouvelle adresse, montrée une seule fois ; elle remplace la précédente",
      security: BEARER,
      responses: {
        201: jsonContent(z.object({ url: z.url() }), "L'adresse secrète, en iCal"),
        ...failures(401, 403),
      },
    }),
    async (c) => c.json(await renewFeed(c.get("ctx")), 201),
  );
  feed.openapi(
    createRoute({
      method: "delete",
      path: "/",
      tags: ["Agenda"],
      summary: "Fermer l'adresse : plus personne n'y lit rien",
      security: BEARER,
      responses: { 204: { description: "Fermée" }, ...failures(401, 403, 404) },
    }),
    async (c) => {
      await revokeFeed(c.get("ctx"));
      return c.body(null, 204);
    },
  );
  return feed;
}

const gapBody = z
  .object({
    id: z.uuid(),
    start_datetime: instant,
    end_datetime: instant,
    title: z.string().nullable().openapi({ description: "Le rendez-vous qui a disparu" }),
    found_at: instant,
    offering_id: z.uuid(),
    offering_title: z.string(),
    duration: z.number().int(),
    price: z.number().openapi({ description: "En euros TTC" }),
  })
  .openapi("Gap");

export function gapRoutes() {
  const gaps = createResource();
  gaps.openapi(
    createRoute({
      method: "get",
      path: "/",
      tags: ["Agenda"],
      summary: "Ses trous d'agenda : des heures libérées, proposées comme places",
      security: BEARER,
      request: { query: noQuery },
      responses: {
        200: jsonContent(listOf(gapBody), "Les heures libérées"),
        ...failures(401, 403, 422),
      },
    }),
    async (c) => {
      const { gaps } = await showGaps(c.get("ctx"));
      const data = gaps.map((gap) => ({
        id: gap.id,
        start_datetime: gap.start.toISOString(),
        end_datetime: gap.end.toISOString(),
        title: gap.title,
        found_at: gap.foundAt.toISOString(),
        offering_id: gap.offeringId,
        offering_title: gap.offeringTitle,
        duration: gap.minutes,
        price: centsToEuros(gap.priceCents),
      }));
      return c.json({ data, next_cursor: null }, 200);
    },
  );
  gaps.openapi(
    createRoute({
      method: "post",
      path: "/{id}/publish",
      tags: ["Agenda"],
      summary: "Publier une heure libérée, au prix qui a été lu",
      security: BEARER,
      request: {
        params: byId,
        body: jsonBody(z.strictObject({ price: amount }).openapi("GapPrice")),
      },
      responses: {
        201: jsonContent(z.object({ slot_id: z.uuid() }), "Le créneau en ligne"),
        ...failures(400, 401, 403, 404, 409, 415, 422),
      },
    }),
    async (c) => {
      const cents = eurosToCents(c.req.valid("json").price);
      const { slotId } = await publishGap(c.get("ctx"), { gapId: c.req.valid("param").id, cents });
      return c.json({ slot_id: slotId }, 201);
    },
  );
  addCallById(gaps, {
    method: "post",
    path: "/{id}/decline",
    tag: "Agenda",
    summary: "Garder une heure libérée pour soi",
    done: "C'est noté",
    refusals: [401, 403, 404, 409, 422],
    call: (ctx, gapId) => declineGap(ctx, { gapId }),
  });
  return gaps;
}
