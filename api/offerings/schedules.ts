import { z } from "@hono/zod-openapi";
import {
  editSchedule,
  previewSchedule,
  showSchedule,
} from "#core/catalogue/schedule/edit-schedule.server.ts";
import { SCOPES } from "#core/catalogue/schedule/rules.ts";
import type {
  PreviewedSlot,
  ScheduleEffect,
  ScheduleInput,
  ScheduleView,
  ScopeInput,
} from "#core/catalogue/schedule/schema.ts";
import { inBodyNames } from "../errors.ts";
import { createTaggedResource, instant } from "../resource.ts";
import { versionShape } from "./offering-body.ts";

const ruleBody = z
  .strictObject({
    weekdays: z.array(z.number()).openapi({ description: "1 pour lundi, 7 pour dimanche" }),
    start_time: z.string().openapi({ example: "18:30" }),
    from: z.string().openapi({ description: "Le premier jour", example: "2026-12-01" }),
    until: z.string().nullish().openapi({ description: "Le dernier, inclus ; null sans fin" }),
    parallel: z.boolean().optional().openapi({
      description: "Ses créneaux peuvent avoir lieu en même temps que d'autres",
    }),
  })
  .openapi("ScheduleRule");
const leftOut = z.array(z.string()).openapi({
  description: "Les jours laissés, « 2026-12-25 », ou une heure d'un jour, « 2026-12-25T18:30 »",
});

const scheduleBody = z
  .object({
    offering_id: z.uuid(),
    kind: z.enum(["session", "activity"]),
    title: z.string(),
    version: z.number().int(),
    rules: z.array(ruleBody),
    left_out: leftOut,
    holidays: z
      .array(z.object({ day: z.string(), name: z.string() }))
      .openapi({ description: "Les jours fériés des huit semaines à venir, laissés ou non" }),
  })
  .openapi("Schedule");
const schedulePut = z
  .strictObject({ rules: z.array(ruleBody), left_out: leftOut.optional(), ...versionShape })
  .openapi("SchedulePut");

const slotBody = z.object({ start_datetime: instant, seats: z.number().int() });
const effectBody = z
  .object({
    created: z.array(instant),
    closed: z.array(instant).openapi({
      description: "Ceux des créneaux créés qu'une absence ou un moment occupé ferme aussitôt",
    }),
    kept: z.array(slotBody),
    removed: z.array(slotBody),
    blocked: z.array(instant).openapi({ description: "Vous y êtes déjà pris : rien n'y est créé" }),
  })
  .openapi("ScheduleEffect");

const encodeSlot = ({ start, live }: PreviewedSlot) => ({
  ...{ start_datetime: start.toISOString(), seats: live },
});
const instants = (dates: readonly Date[]) => dates.map((date) => date.toISOString());
const encodeEffect = ({ created, closed, kept, removed, blocked }: ScheduleEffect) => ({
  ...{ created: instants(created), closed: instants(closed), blocked: instants(blocked) },
  ...{ kept: kept.map(encodeSlot), removed: removed.map(encodeSlot) },
});

function encode(view: ScheduleView): z.output<typeof scheduleBody> {
  const { offeringId, kind, title, version, rules, leftOut, holidays } = view;
  return {
    ...{ offering_id: offeringId, kind, title, version, holidays },
    rules: rules.map(({ weekdays, starts, fromDay, untilDay, isParallel = false }) => ({
      ...{ weekdays: [...weekdays], start_time: starts, from: fromDay, until: untilDay },
      parallel: isParallel,
    })),
    left_out: leftOut.map(({ day, starts }) => (starts === null ? day : `${day}T${starts}`)),
  };
}

function asked(offeringId: string, body: z.output<typeof schedulePut>): ScheduleInput {
  return {
    ...{ offeringId, version: body.version, leftOut: body.left_out ?? [] },
    rules: body.rules.map(({ weekdays, parallel, ...rule }) => ({
      ...{ weekdays, starts: rule.start_time, fromDay: rule.from, untilDay: rule.until },
      isParallel: parallel,
    })),
  };
}

/** Recurrences (rule: slots-ahead). */
export function scheduleRoutes() {
  const { resource, addCall } = createTaggedResource("Agenda");
  addCall("get", "/{id}", {
    summary: "Le rythme d'une de ses séances ou activités",
    answer: [scheduleBody, "Le rythme"],
    refusals: [404, 422],
    call: async (ctx, { params: { id: offeringId } }) =>
      encode(await showSchedule(ctx, { offeringId })),
  });
  for (const [method, path, summary, act] of [
    ["put", "/{id}", "Le changer en entier ; les créneaux réservés restent", editSchedule],
    [
      "post",
      "/{id}/preview",
      "Ce que ce changement créerait, garderait et retirerait, sans le faire",
      previewSchedule,
    ],
  ] as const) {
    addCall(method, path, {
      summary,
      body: schedulePut,
      answer: [effectBody, "Ce qui est créé, gardé et retiré"],
      refusals: [404, 409],
      call: async (ctx, { params, body }) =>
        encodeEffect(await inBodyNames(act(ctx, asked(params.id, body)))),
    });
  }
  return resource;
}

const scopeBody = z
  .strictObject({
    scope: z.enum(SCOPES).openapi({
      description: "one : ce créneau ; following : celui-ci et les suivants ; all : tous",
    }),
    start_time: z.string().nullish().openapi({
      description: "La nouvelle heure ; null les retire",
    }),
    preview: z.boolean().optional().openapi({ description: "Dire l'effet sans rien changer" }),
  })
  .openapi("SlotSchedule");

export function slotScheduleRoutes() {
  const { resource, addCall } = createTaggedResource("Agenda");
  addCall("post", "/{id}/schedule", {
    summary: "Changer un créneau qui revient : lui, les suivants ou tous",
    body: scopeBody,
    answer: [effectBody, "Ce qui est créé, gardé et retiré"],
    refusals: [404, 409],
    call: async (ctx, { params, body: { scope, start_time: starts = null, preview } }) => {
      const input: ScopeInput = { slotId: params.id, scope, starts };
      const act = preview ? previewSchedule : editSchedule;
      return encodeEffect(await inBodyNames(act(ctx, input)));
    },
  });
  return resource;
}
