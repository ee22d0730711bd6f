import { z } from "@hono/zod-openapi";
import type { ListedSession, ListedSlot, OfferingView, SlotView } from "#core/catalogue/schema.ts";
import { centsToEuros } from "#core/money.ts";
import type { ListedProfessional } from "#core/professionals/schema.ts";
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

/** Encodes public columns (rule: public-columns). */
export function encodeProfessional(view: ListedProfessional): z.output<typeof professionalBody> {
  return {
    id: view.id,
    business_name: view.businessName,
    business_description: view.businessDescription,
    business_city: view.businessCity,
    business_postal_code: view.businessPostalCode,
    rating: view.rating,
    total_reviews: view.totalReviews,
    is_verified: view.isVerified,
  };
}

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

export function encodeSlot(slot: SlotView | ListedSlot): z.output<typeof slotBody> {
  return {
    id: slot.id,
    start_datetime: encodeInstant(slot.start),
    end_datetime: encodeInstant(slot.end),
    available_spots: slot.availableSpots,
    resale: slot.isResale,
    price_now: centsToEuros("price" in slot ? slot.price.nowCents : slot.nowCents),
    held_until: slot.heldUntil && encodeInstant(slot.heldUntil),
    closed: slot.closed,
  };
}

function encodeInstant(instant: Date | string): string {
  return typeof instant === "string" ? instant : instant.toISOString();
}

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
