import { z } from "@hono/zod-openapi";
import type { ProfessionalView, SessionDetailView, SlotView } from "#core/catalogue/schema.ts";
import { centsToEuros } from "#core/money.ts";

/** What everybody may read of a professional (R29): no SIRET, phone, street address or account. */
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

export function encodeProfessional(view: ProfessionalView): z.output<typeof professionalBody> {
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
  available_spots: z.number().int(),
});

export function encodeSlot(slot: SlotView): z.output<typeof slotBody> {
  return {
    id: slot.id,
    start_datetime: slot.start.toISOString(),
    end_datetime: slot.end.toISOString(),
    available_spots: slot.availableSpots,
  };
}

export const sessionBody = z
  .object({
    id: z.uuid(),
    title: z.string(),
    description: z.string(),
    price: z.number().openapi({ description: "Euros TTC" }),
    discounted_price: z.number().nullable(),
    duration: z.number().int().openapi({ description: "Minutes" }),
    capacity: z.number().int(),
    address: z.string().nullable(),
    city: z.string().nullable(),
    postal_code: z.string().nullable(),
    is_online: z.boolean(),
    image_url: z.string().nullable(),
    is_active: z.boolean(),
    included: z.string().nullable(),
    requirements: z.string().nullable(),
    tags: z.array(z.string()).nullable(),
    activity_type: activityTypeBody,
    professional_id: z.uuid(),
    professional: professionalBody,
    slots: z.array(slotBody),
  })
  .openapi("Session");

/** A session with its coming slots, in the specification's column names (S1§3). */
export function encodeSession(
  view: Omit<SessionDetailView, "unbookable">,
): z.output<typeof sessionBody> {
  return {
    id: view.id,
    title: view.title,
    description: view.description,
    price: centsToEuros(view.priceCents),
    discounted_price:
      view.discountedPriceCents === null ? null : centsToEuros(view.discountedPriceCents),
    duration: view.duration,
    capacity: view.capacity,
    address: view.address,
    city: view.city,
    postal_code: view.postalCode,
    is_online: view.isOnline,
    image_url: view.imageUrl,
    is_active: view.isActive,
    included: view.included.join("\n") || null,
    requirements: view.requirements.join("\n") || null,
    tags: view.tags.length > 0 ? view.tags : null,
    activity_type: view.activityType,
    professional_id: view.professional.id,
    professional: encodeProfessional(view.professional),
    slots: view.slots.map(encodeSlot),
  };
}
