import { z } from "@hono/zod-openapi";
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
} from "#core/own-time/schema.ts";
import { encodeAs } from "../names.ts";
import { callOf, createTaggedResource, instant, listOf, noQuery } from "../resource.ts";

const absenceBody = z
  .object({
    id: z.uuid(),
    kind: z.enum(OWN_TIMES),
    from: instant,
    to: instant,
    title: z.string().nullable().openapi({ description: "Personne d'autre ne le lit" }),
  })
  .openapi("Absence");

const seatedBody = z.object({
  slot_id: z.uuid(),
  title: z.string(),
  start_datetime: instant,
  end_datetime: instant,
  seats: z.number().int(),
});
const consequencesShape = {
  closed: z.number().int().openapi({ description: "Créneaux libres que cela ferme" }),
  booked: z
    .array(seatedBody)
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

const encodeConsequences = ({ closed, booked }: Consequences) => ({
  closed,
  booked: booked.map((slot) =>
    encodeAs(seatedBody, slot, { start_datetime: slot.start, end_datetime: slot.end }),
  ),
});
const encode = ({ start, end, ...time }: OwnTime) =>
  encodeAs(absenceBody, time, { from: start, to: end });

/** Own hours and outside clients (rule: own-time). */
export function absenceRoutes() {
  const { resource, addCall } = createTaggedResource("Agenda");
  addCall("get", "/", {
    summary: "Ses absences et ses heures occupées à venir, sans celles de ses agendas privés",
    query: noQuery,
    answer: [listOf(absenceBody), "À venir"],
    call: async (ctx) => ({ data: (await listOwnTimes(ctx)).map(encode), next_cursor: null }),
  });
  addCall("post", "/", {
    summary: "Garder des heures pour soi : elles ferment ce qui est libre et n'annulent rien",
    isRetried: true,
    body: newAbsence,
    answer: [takenBody, "Gardées"],
    status: 201,
    call: async (ctx, { body, c }) => {
      const input = asked(body);
      const kept = await answerOnce(ctx, callOf(c, "take-time", input), async (own) => {
        const { id, ...consequences } = await addOwnTime(own, input);
        return { id, consequences: JSON.stringify(encodeConsequences(consequences)) };
      });
      return { id: kept.id, ...JSON.parse(kept.consequences) };
    },
  });
  addCall("post", "/preview", {
    summary: "Ce que ces heures fermeraient, et ce qui y est réservé, sans rien garder",
    body: newAbsence,
    answer: [consequencesBody, "Ce qui s'y trouve"],
    call: async (ctx, { body }) => {
      const found = await previewOwnTime(ctx, asked(body));
      return encodeConsequences(found);
    },
  });
  addCall("delete", "/{id}", {
    summary: "Rendre ces heures : ce qu'elles fermaient se réserve de nouveau",
    answer: "Rendues",
    refusals: [404, 422],
    call: (ctx, { params }) => removeOwnTime(ctx, { id: params.id }),
  });
  return resource;
}
