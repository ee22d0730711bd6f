import { createRoute, z } from "@hono/zod-openapi";
import { cancelSlot } from "#core/bookings/cancellation/cancel-slot.server.ts";
import { writeToSlotClients } from "#core/bookings/messages/write-to-slot-clients.server.ts";
import { enterCode } from "#core/bookings/presence/enter-code.server.ts";
import { PRESENCES } from "#core/bookings/presence/rules.ts";
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
import { addCallById } from "../call-by-id.ts";
import { inBodyNames } from "../errors.ts";
import { callOf, retryHeaders } from "../once.ts";
import { BEARER, byId, failures, instant, jsonBody, jsonContent } from "../openapi.ts";
import { createResource } from "../resource.ts";
import { offeringShape } from "./offering-body.ts";
import { encodeOwnSlot, ownSlotShape } from "./own-slot.ts";

const slotBody = z
  .object({
    ...ownSlotShape,
    price: z.number().openapi({ description: "En euros TTC" }),
    link: z.url().openapi({ description: "Son adresse courte" }),
    message: z.string().openapi({ description: "Un message prêt à partager" }),
    warnings: z
      .array(
        z.object({
          title: z.string().nullable(),
          start_datetime: instant,
          end_datetime: instant,
        }),
      )
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
    warnings: warnings.map(({ title, start, end }) => ({
      title,
      start_datetime: start.toISOString(),
      end_datetime: end.toISOString(),
    })),
  };
}

/** Own slots (rules: slot-edits, cancellation, writing-through-us, presence-code). */
export function slotRoutes() {
  const slots = createResource();
  slots.openapi(
    createRoute({
      method: "post",
      path: "/",
      tags: ["Agenda"],
      summary: "Mettre en ligne un créneau de plus d'une de ses séances ou activités",
      security: BEARER,
      request: { headers: retryHeaders, body: jsonBody(createBody.openapi("NewSlot")) },
      responses: {
        201: jsonContent(slotBody, "Le créneau en ligne"),
        ...failures(400, 401, 403, 404, 409, 415, 422),
      },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const { offering_id: offeringId = "", ...body } = c.req.valid("json");
      const { start = "", ...hours } = toHours(body);
      const { price, fall_steps: fallSteps, fall_floor: fallFloor } = body;
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
      return c.json(await encodeSlot(ctx, kept.slotId, warnings), 201);
    },
  );
  slots.openapi(
    createRoute({
      method: "patch",
      path: "/{id}",
      tags: ["Agenda"],
      summary: "Déplacer un de ses créneaux où personne n'a de place ; sinon 409",
      security: BEARER,
      request: { params: byId, body: jsonBody(updateBody) },
      responses: {
        200: jsonContent(slotBody, "Le créneau déplacé"),
        ...failures(400, 401, 403, 404, 409, 415, 422),
      },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const { version, ...body } = c.req.valid("json");
      const asked = { slotId: c.req.valid("param").id, version, ...toHours(body) };
      const { warnings } = await inBodyNames(moveSlot(ctx, asked));
      return c.json(await encodeSlot(ctx, asked.slotId, warnings), 200);
    },
  );
  addCallById(slots, {
    method: "delete",
    path: "/{id}",
    tag: "Agenda",
    summary: "Retirer un de ses créneaux où personne n'a de place ; sinon 409",
    done: "Retiré",
    refusals: [401, 403, 404, 409, 422],
    call: (ctx, slotId) => withdrawSlot(ctx, { slotId }),
  });
  slots.openapi(
    createRoute({
      method: "post",
      path: "/{id}/cancel",
      tags: ["Réservations"],
      summary: "Annuler un de ses créneaux ; chaque réservation est remboursée intégralement",
      security: BEARER,
      request: { params: byId },
      responses: {
        200: jsonContent(
          z.object({
            cancelled: z.number().int().openapi({ description: "Réservations annulées" }),
          }),
          "Le créneau n'est plus proposé",
        ),
        ...failures(401, 403, 404, 409, 422, 503),
      },
    }),
    async (c) => {
      const { cancelled } = await cancelSlot(c.get("ctx"), { slotId: c.req.valid("param").id });
      return c.json({ cancelled }, 200);
    },
  );
  slots.openapi(
    createRoute({
      method: "post",
      path: "/{id}/messages",
      tags: ["Réservations"],
      summary: "Écrire à toutes les personnes inscrites à un de ses créneaux, chacune séparément",
      security: BEARER,
      request: {
        params: byId,
        headers: retryHeaders,
        body: jsonBody(z.strictObject({ text: z.string().optional() })),
      },
      responses: {
        201: jsonContent(
          z.object({ sent: z.number().int(), created_at: instant }),
          "Un message gardé avec chaque réservation",
        ),
        ...failures(400, 401, 403, 404, 409, 415, 422, 429),
      },
    }),
    async (c) => {
      const { id: slotId } = c.req.valid("param");
      const { text = "" } = c.req.valid("json");
      const call = callOf(c, `write-to-slot ${slotId}`, { text });
      const { letters, createdAt } = await answerOnce(c.get("ctx"), call, (own) =>
        writeToSlotClients(own, { slotId, text }),
      );
      return c.json({ sent: letters, created_at: createdAt }, 201);
    },
  );
  slots.openapi(
    createRoute({
      method: "post",
      path: "/{id}/presence",
      tags: ["Réservations"],
      summary: "Saisir le code d'un client : la personne à qui il appartient est présente",
      security: BEARER,
      request: {
        params: byId,
        body: jsonBody(
          z.strictObject({
            code: z.string().optional().openapi({ description: "Les quatre chiffres du client" }),
          }),
        ),
      },
      responses: {
        200: jsonContent(
          z.object({
            booking_id: z.uuid(),
            client: z.string().openapi({ description: "Prénom et initiale" }),
            status: z.enum(PRESENCES),
          }),
          "La présence notée",
        ),
        ...failures(400, 401, 403, 404, 409, 415, 422, 429),
      },
    }),
    async (c) => {
      const { id: slotId } = c.req.valid("param");
      const { code = "" } = c.req.valid("json");
      const { bookingId, client, presence } = await enterCode(c.get("ctx"), { slotId, code });
      return c.json({ booking_id: bookingId, client, status: presence }, 200);
    },
  );
  return slots;
}
