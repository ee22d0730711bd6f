import { z } from "@hono/zod-openapi";
import type { ListedSession, ListedSlot, OfferingView, SlotView } from "#core/catalogue/schema.ts";
import { centsToEuros } from "#core/money.ts";
import type { ListedProfessional } from "#core/professionals/schema.ts";
import { encodeAs } from "../names.ts";
import { encodePublic, type FromPlace, publicShape } from "./offering-body.ts";

/** Public columns (rule: public-columns): no SIRET, phone, street address or provider account. */
export const professionalBody = z
  .object({
    id: z.uuid(),
    business_name: z.string(),
    business_description: z.string(),
    business_city: z.string().nullable(),
    business_postal_code: z.string().nullable(),
    rating: z.number(),
    total_reviews: z.number().int(),
    is_verified: z.boolean(),
  })
  .openapi("Professional");

export const encodeProfessional = (view: ListedProfessional) => encodeAs(professionalBody, view);

export const activityTypeBody = z
  .object({ id: z.uuid(), name: z.string(), category: z.string() })
  .openapi("ActivityType");

export const slotBody = z.object({
  id: z.uuid(),
  start_datetime: z.iso.datetime(),
  end_datetime: z.iso.datetime(),
  available_spots: z.number().int().openapi({
    description: "Les places libres ; quand il n'y en a plus, celles d'un client qui les revend",
  }),
  resale: z.boolean().openapi({
    description:
      "Ces places sont remises en vente par un client : elles se prennent toutes ensemble",
  }),
  price_now: z.number().openapi({ description: "Euros TTC, à l'instant de la réponse" }),
  held_until: z.iso.datetime().nullable().openapi({
    description:
      "Sans place libre, quand une place retenue et non payée peut se libérer ; sinon null",
  }),
  closed: z.enum(["notice", "taken"]).nullable().openapi({
    description:
      "Pourquoi le créneau ne se réserve pas malgré ses places libres : `notice`, il est trop tard ; `taken`, son praticien est pris à cette heure ; sinon null",
  }),
});

export const encodeSlot = (slot: SlotView | ListedSlot) =>
  encodeAs(slotBody, slot, {
    start_datetime: slot.start,
    end_datetime: slot.end,
    resale: slot.isResale,
    price_now: centsToEuros("price" in slot ? slot.price.nowCents : slot.nowCents),
  });

export const sessionBody = z
  .object({
    ...publicShape,
    activity_type: activityTypeBody,
    professional_id: z.uuid(),
    professional: professionalBody,
    slots: z.array(slotBody),
  })
  .openapi("Session");

export function encodeSession(
  view: (ListedSession | OfferingView<"session">) & Partial<FromPlace>,
): z.output<typeof sessionBody> {
  return {
    ...encodePublic(view),
    activity_type: view.activityType,
    professional_id: view.professional.id,
    professional: encodeProfessional(view.professional),
    slots: view.slots.map(encodeSlot),
  };
}
