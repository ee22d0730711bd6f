import { createRoute, z } from "@hono/zod-openapi";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import {
  addOwnTime,
  listOwnTimes,
  previewOwnTime,
  removeOwnTime,
} from "#core/own-time/add-own-time.server.ts";
import {
  type Consequences,
  OWN_TIMES,
  type OwnTime,
  type OwnTimeInput,
  type SeatedSlot,
} from "#core/own-time/schema.ts";
import { addCallById } from "../call-by-id.ts";
import { callOf, retryHeaders } from "../once.ts";
import { BEARER, failures, instant, jsonBody, jsonContent, listOf, noQuery } from "../openapi.ts";
import { createResource } from "../resource.ts";

const absenceBody = z
  .object({
    id: z.uuid(),
    kind: z.enum(OWN_TIMES),
    from: instant,
    to: instant,
    title: z.string().nullable().openapi({ description: "Personne d'autre ne le lit" }),
  })
  .openapi("Absence");

const consequencesShape = {
  closed: z.number().int().openapi({ description: "Créneaux libres que cela ferme" }),
  booked: z
    .array(
      z.object({
        slot_id: z.uuid(),
        title: z.string(),
        start_datetime: instant,
        end_datetime: instant,
        seats: z.number().int(),
      }),
    )
    .openapi({ description: "Créneaux où quelqu'un a une place : rien n'y est annulé" }),
};
const consequencesBody = z.object(consequencesShape).openapi("AbsenceConsequences");
const takenBody = z.object({ id: z.uuid(), ...consequencesShape }).openapi("TakenAbsence");

const when = (day: string) =>
  z.string().openapi({
    description: `Un jour de Paris${day}, une heure à Paris « 2026-12-20T14:00 », ou un instant ISO 8601`,
    example: "2026-12-20",
  });
const KIND =
  "absence ferme tout ; busy (occupé) et outside (client hors site) laissent ce qui est en parallèle";
// Optional, so that the use case reports all missing fields.
const newAbsence = z
  .object({
    kind: z.string().openapi({ description: KIND }),
    from: when(""),
    to: when(", inclus"),
    title: z.string().nullable(),
  })
  .partial()
  .strict()
  .openapi("NewAbsence");

function asked({ kind = "absence", from = "", to = "", title }: z.output<typeof newAbsence>) {
  return { kind, from, to, title } as OwnTimeInput;
}

const encodeSeated = ({ slotId, title, start, end, seats }: SeatedSlot) => ({
  slot_id: slotId,
  ...{ title, start_datetime: start.toISOString(), end_datetime: end.toISOString(), seats },
});
const encodeConsequences = ({ closed, booked }: Consequences) => ({
  ...{ closed, booked: booked.map(encodeSeated) },
});
const encode = ({ id, kind, start, end, title }: OwnTime) => ({
  ...{ id, kind, from: start.toISOString(), to: end.toISOString(), title },
});

/** Own hours and outside clients (rule: own-time). */
export function absenceRoutes() {
  const absences = createResource();
  const create = { headers: retryHeaders, body: jsonBody(newAbsence) };
  absences.openapi(
    createRoute({
      method: "get",
      path: "/",
      tags: ["Agenda"],
      summary: "Ses absences et ses heures occupées à venir, sans celles de ses agendas privés",
      security: BEARER,
      request: { query: noQuery },
      responses: {
        200: jsonContent(listOf(absenceBody), "À venir"),
        ...failures(401, 403, 422),
      },
    }),
    async (c) => {
      const data = (await listOwnTimes(c.get("ctx"))).map(encode);
      return c.json({ data, next_cursor: null }, 200);
    },
  );
  absences.openapi(
    createRoute({
      method: "post",
      path: "/",
      tags: ["Agenda"],
      summary: "Garder des heures pour soi : elles ferment ce qui est libre et n'annulent rien",
      security: BEARER,
      request: create,
      responses: {
        201: jsonContent(takenBody, "Gardées"),
        ...failures(400, 401, 403, 409, 415, 422),
      },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const input = asked(c.req.valid("json"));
      const kept = await answerOnce(ctx, callOf(c, "take-time", input), async (own) => {
        const { id, ...consequences } = await addOwnTime(own, input);
        return { id, consequences: JSON.stringify(encodeConsequences(consequences)) };
      });
      return c.json({ id: kept.id, ...JSON.parse(kept.consequences) }, 201);
    },
  );
  absences.openapi(
    createRoute({
      method: "post",
      path: "/preview",
      tags: ["Agenda"],
      summary: "Ce que ces heures fermeraient, et ce qui y est réservé, sans rien garder",
      security: BEARER,
      request: { body: jsonBody(newAbsence) },
      responses: {
        200: jsonContent(consequencesBody, "Ce qui s'y trouve"),
        ...failures(400, 401, 403, 415, 422),
      },
    }),
    async (c) => {
      const found = await previewOwnTime(c.get("ctx"), asked(c.req.valid("json")));
      return c.json(encodeConsequences(found), 200);
    },
  );
  addCallById(absences, {
    method: "delete",
    path: "/{id}",
    tag: "Agenda",
    summary: "Rendre ces heures : ce qu'elles fermaient se réserve de nouveau",
    done: "Rendues",
    refusals: [401, 403, 404, 422],
    call: (ctx, id) => removeOwnTime(ctx, { id }),
  });
  return absences;
}
