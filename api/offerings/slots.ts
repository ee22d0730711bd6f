import { z } from "@hono/zod-openapi";
import type { AgendaSlot } from "#core/agenda/schema.ts";
import { cancelSlot } from "#core/bookings/cancellation/cancel-slot-bookings.server.ts";
import { writeToSlotClients } from "#core/bookings/messages/write-booking-message.server.ts";
import { enterCode } from "#core/bookings/presence/mark-presence.server.ts";
import { PRESENCES } from "#core/bookings/presence/rules.ts";
import { proposeHour } from "#core/bookings/proposals/propose-hour.server.ts";
import {
  moveSlot,
  publishSlot,
  withdrawSlot,
} from "#core/catalogue/publishing/publish-slot.server.ts";
import type { Touching } from "#core/catalogue/publishing/schema.ts";
import { showPublished } from "#core/catalogue/publishing/show-published.server.ts";
import type { Context } from "#core/context.server.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { centsToEuros } from "#core/money.ts";
import { inBodyNames } from "../errors.ts";
import { encodeAs } from "../names.ts";
import { callOf, createTaggedResource, instant } from "../resource.ts";
import { offeringShape } from "./offering-body.ts";

export const ownSlotShape = {
  id: z.uuid(),
  kind: z.enum(["session", "activity"]),
  offering_id: z.uuid(),
  title: z.string(),
  start_datetime: instant,
  end_datetime: instant,
  capacity: z.number().int(),
  available_spots: z.number().int(),
  is_parallel: z.boolean(),
  version: z.number().int(),
};

type Own = "kind" | "offeringId" | "title" | "start" | "end" | "capacity" | "free" | "isParallel";

export const encodeOwnSlot = (slot: Pick<AgendaSlot, Own | "id" | "version">) =>
  encodeAs({ shape: ownSlotShape }, slot, {
    start_datetime: slot.start,
    end_datetime: slot.end,
    available_spots: slot.free,
  });

const warningBody = z.object({
  title: z.string().nullable(),
  start_datetime: instant,
  end_datetime: instant,
});

const slotBody = z
  .object({
    ...ownSlotShape,
    price: z.number().openapi({ description: "En euros TTC" }),
    link: z.url().openapi({ description: "Son adresse courte" }),
    message: z.string().openapi({ description: "Un message prêt à partager" }),
    warnings: z
      .array(warningBody)
      .openapi({ description: "Vos créneaux sans inscrit que celui-ci touche" }),
  })
  .openapi("OwnSlot");

const hoursShape = {
  start_datetime: z.string().openapi({
    description: "ISO 8601 avec son décalage, ou l'heure de Paris « 2026-11-20T18:30 »",
  }),
  duration: z.number().openapi({ description: "Minutes ; sinon celles de la séance" }),
  capacity: z.number().openapi({ description: "Places ; sinon celles de la séance" }),
  is_parallel: z
    .boolean()
    .openapi({ description: "Un autre de vos créneaux peut avoir lieu en même temps" }),
};

// Optional, so that the use case reports all missing fields.
const createBody = z
  .object({
    offering_id: z.string(),
    ...hoursShape,
    price: z.number().openapi({ description: "En euros TTC ; sinon celui de la séance" }),
    fall_steps: offeringShape.fall_steps,
    fall_floor: offeringShape.fall_floor,
  })
  .partial()
  .strict();
const updateBody = z
  .object({ ...hoursShape, version: z.number().int() })
  .partial()
  .strict()
  .openapi("SlotPatch");

const toHours = (body: z.output<typeof updateBody>) => ({
  ...(body.start_datetime !== undefined && { start: body.start_datetime }),
  ...(body.duration !== undefined && { minutes: body.duration }),
  ...(body.capacity !== undefined && { seats: body.capacity }),
  ...(body.is_parallel !== undefined && { parallel: body.is_parallel }),
});

async function encodeSlot(
  ctx: Context,
  slotId: string,
  warnings: readonly Touching[],
): Promise<z.output<typeof slotBody>> {
  const slot = await showPublished(ctx, { slotId });
  return {
    ...encodeOwnSlot({ ...slot, id: slotId }),
    price: centsToEuros(slot.priceCents),
    link: new URL(slot.path, ctx.config.appUrl).href,
    message: slot.message,
    warnings: warnings.map((slot) =>
      encodeAs(warningBody, slot, { start_datetime: slot.start, end_datetime: slot.end }),
    ),
  };
}

/** Own slots (rules: slot-edits, cancellation, writing-through-us, presence-code). */
export function slotRoutes() {
  const { resource, addCall } = createTaggedResource("Agenda");
  addCall("post", "/", {
    summary: "Mettre en ligne un créneau de plus d'une de ses séances ou activités",
    isRetried: true,
    body: createBody.openapi("NewSlot"),
    answer: [slotBody, "Le créneau en ligne"],
    status: 201,
    refusals: [404],
    call: async (ctx, { body, c }) => {
      const {
        offering_id: offeringId = "",
        price,
        fall_steps: fallSteps,
        fall_floor: fallFloor,
      } = body;
      const { start = "", ...hours } = toHours(body);
      const asked = { offeringId, start, ...hours, price, fallSteps, fallFloor };
      const kept = await inBodyNames(
        answerOnce(ctx, callOf(c, "publish-slot", asked), async (own) => {
          const { slotId, warnings } = await publishSlot(own, asked);
          return { slotId, warnings: JSON.stringify(warnings) };
        }),
      );
      const warnings: Touching[] = JSON.parse(kept.warnings, (name, value) =>
        name === "start" || name === "end" ? new Date(value) : value,
      );
      return encodeSlot(ctx, kept.slotId, warnings);
    },
  });
  addCall("patch", "/{id}", {
    summary: "Déplacer un de ses créneaux où personne n'a de place ; sinon 409",
    body: updateBody,
    answer: [slotBody, "Le créneau déplacé"],
    refusals: [404, 409],
    call: async (ctx, { params, body }) => {
      const { version } = body;
      const asked = { slotId: params.id, version, ...toHours(body) };
      const { warnings } = await inBodyNames(moveSlot(ctx, asked));
      return encodeSlot(ctx, asked.slotId, warnings);
    },
  });
  addCall("delete", "/{id}", {
    summary: "Retirer un de ses créneaux où personne n'a de place ; sinon 409",
    answer: "Retiré",
    refusals: [404, 409, 422],
    call: (ctx, { params }) => withdrawSlot(ctx, { slotId: params.id }),
  });
  addCall("post", "/{id}/cancel", {
    tag: "Réservations",
    summary: "Annuler un de ses créneaux ; chaque réservation est remboursée intégralement",
    answer: [
      z.object({
        cancelled: z.number().int().openapi({ description: "Réservations annulées" }),
      }),
      "Le créneau n'est plus proposé",
    ],
    refusals: [404, 409, 422, 503],
    call: async (ctx, { params }) => {
      const { cancelled } = await cancelSlot(ctx, { slotId: params.id });
      return { cancelled };
    },
  });
  addCall("post", "/{id}/messages", {
    tag: "Réservations",
    summary: "Écrire à toutes les personnes inscrites à un de ses créneaux, chacune séparément",
    isRetried: true,
    body: z.strictObject({ text: z.string().optional() }),
    answer: [
      z.object({ sent: z.number().int(), created_at: instant }),
      "Un message gardé avec chaque réservation",
    ],
    status: 201,
    refusals: [404, 429],
    call: async (ctx, { params: { id: slotId }, body: { text = "" }, c }) => {
      const call = callOf(c, `write-to-slot ${slotId}`, { text });
      const { letters, createdAt } = await answerOnce(ctx, call, (own) =>
        writeToSlotClients(own, { slotId, text }),
      );
      return { sent: letters, created_at: createdAt };
    },
  });
  addCall("post", "/{id}/presence", {
    tag: "Réservations",
    summary: "Saisir le code d'un client : la personne à qui il appartient est présente",
    body: z.strictObject({
      code: z.string().optional().openapi({ description: "Les quatre chiffres du client" }),
    }),
    answer: [
      z.object({
        booking_id: z.uuid(),
        client: z.string().openapi({ description: "Prénom et initiale" }),
        status: z.enum(PRESENCES),
      }),
      "La présence notée",
    ],
    refusals: [404, 409, 429],
    call: async (ctx, { params: { id: slotId }, body: { code = "" } }) => {
      const { bookingId, client, presence } = await enterCode(ctx, { slotId, code });
      return { booking_id: bookingId, client, status: presence };
    },
  });
  addCall("post", "/{id}/proposal", {
    tag: "Réservations",
    summary: "Proposer une autre heure à qui a réservé un de ses créneaux, au même prix",
    isRetried: true,
    body: z
      .object({
        start_datetime: z.string().openapi({
          description: "ISO 8601 avec son décalage, ou l'heure de Paris « 2026-11-20T18:30 »",
        }),
        withdraws: z.boolean().openapi({
          description: "L'ancienne heure est abandonnée : qui ne vient pas est remboursé",
        }),
        word: z.string().nullable().openapi({ description: "Ajouté à l'e-mail, tel quel" }),
      })
      .partial()
      .strict()
      .openapi("Proposal"),
    answer: [
      z.object({ id: z.uuid(), people: z.number().int(), expires_at: instant }),
      "La proposition, envoyée à chacun",
    ],
    status: 201,
    refusals: [404],
    call: async (
      ctx,
      { params, body: { start_datetime: start = "", withdraws = false, word = null }, c },
    ) => {
      const asked = { slotId: params.id, start, withdraws, word };
      const made = await inBodyNames(
        answerOnce(ctx, callOf(c, `propose-hour ${asked.slotId}`, asked), (own) =>
          proposeHour(own, asked),
        ),
      );
      return { id: made.proposalId, people: made.people, expires_at: made.expiresAt };
    },
  });
  return resource;
}
