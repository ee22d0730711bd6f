import { z } from "@hono/zod-openapi";
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
import { encodeAs } from "../names.ts";
import { amount, callOf, createTaggedResource, instant, listOf, noQuery } from "../resource.ts";

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

const encodeCalendar = (calendar: CalendarView) =>
  encodeAs(calendarBody, calendar, { busy_hours: calendar.hours });

export function calendarRoutes() {
  const { resource, addCall } = createTaggedResource("Agenda");
  addCall("get", "/", {
    summary: "Ses agendas privés suivis, sans leurs adresses",
    query: noQuery,
    answer: [listOf(calendarBody), "Les agendas suivis"],
    call: async (ctx) => ({
      data: (await listCalendars(ctx)).map(encodeCalendar),
      next_cursor: null,
    }),
  });
  addCall("post", "/", {
    summary: "Suivre un agenda privé : lu aussitôt, puis toutes les 15 minutes",
    isRetried: true,
    body: addBody,
    answer: [z.object({ id: z.uuid() }), "L'agenda est suivi"],
    status: 201,
    refusals: [429],
    call: async (ctx, { body: { url = "", name }, c }) => {
      const asked = { url, ...(name !== undefined && { name }) };
      const { calendarId } = await answerOnceInSteps(ctx, callOf(c, "add-calendar", asked), () =>
        addCalendar(ctx, asked),
      );
      return { id: calendarId };
    },
  });
  addCall("delete", "/{id}", {
    summary: "Ne plus suivre un agenda : ce qu'il fermait s'ouvre",
    answer: "Retiré",
    refusals: [404, 422],
    call: (ctx, { params }) => removeCalendar(ctx, { calendarId: params.id }),
  });
  addCall("post", "/{id}/accept-empty", {
    summary: "Confirmer qu'un agenda soudain vide l'est vraiment",
    answer: "C'est noté",
    refusals: [404, 409, 422],
    call: (ctx, { params }) => acceptEmpty(ctx, { calendarId: params.id }),
  });
  return resource;
}

const feedBody = z.object({ created_at: instant, read_at: instant.nullable() });

export function feedRoutes() {
  const { resource, addCall } = createTaggedResource("Agenda");
  addCall("get", "/", {
    summary: "L'adresse de son agenda : depuis quand, et lue quand ; jamais l'adresse elle-même",
    query: noQuery,
    answer: [z.object({ feed: feedBody.nullable() }), "Null sans adresse"],
    call: async (ctx) => {
      const found = await showFeed(ctx);
      return { feed: found && encodeAs(feedBody, found) };
    },
  });
  addCall("post", "/", {
    summary: "Faire une nouvelle adresse, montrée une seule fois ; elle remplace la précédente",
    answer: [z.object({ url: z.url() }), "L'adresse secrète, en iCal"],
    status: 201,
    call: (ctx) => renewFeed(ctx),
  });
  addCall("delete", "/", {
    summary: "Fermer l'adresse : plus personne n'y lit rien",
    answer: "Fermée",
    refusals: [404],
    call: (ctx) => revokeFeed(ctx),
  });
  return resource;
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
  const { resource, addCall } = createTaggedResource("Agenda");
  addCall("get", "/", {
    summary: "Ses trous d'agenda : des heures libérées, proposées comme places",
    query: noQuery,
    answer: [listOf(gapBody), "Les heures libérées"],
    call: async (ctx) => {
      const { gaps } = await showGaps(ctx);
      const data = gaps.map((gap) =>
        encodeAs(gapBody, gap, {
          start_datetime: gap.start,
          end_datetime: gap.end,
          duration: gap.minutes,
          price: centsToEuros(gap.priceCents),
        }),
      );
      return { data, next_cursor: null };
    },
  });
  addCall("post", "/{id}/publish", {
    summary: "Publier une heure libérée, au prix qui a été lu",
    body: z.strictObject({ price: amount }).openapi("GapPrice"),
    answer: [z.object({ slot_id: z.uuid() }), "Le créneau en ligne"],
    status: 201,
    refusals: [404, 409],
    call: async (ctx, { params, body }) => {
      const cents = eurosToCents(body.price);
      const { slotId } = await publishGap(ctx, { gapId: params.id, cents });
      return { slot_id: slotId };
    },
  });
  addCall("post", "/{id}/decline", {
    summary: "Garder une heure libérée pour soi",
    answer: "C'est noté",
    refusals: [404, 409, 422],
    call: (ctx, { params }) => declineGap(ctx, { gapId: params.id }),
  });
  return resource;
}
