import { z } from "@hono/zod-openapi";
import type { ProfessionalInfo } from "#core/accounts/schema.ts";

/** A business as its owner describes it and as the platform rates it. */
export const businessShape = {
  id: z.uuid(),
  business_name: z.string(),
  business_description: z.string(),
  business_address: z.string().nullable(),
  business_city: z.string().nullable(),
  business_postal_code: z.string().nullable(),
  business_phone: z.string().nullable(),
  siret: z.string().nullable(),
  is_verified: z.boolean(),
  rating: z.number(),
  total_reviews: z.number().int(),
};

/** The caller's own business, under the API's column names. */
export function encodeBusiness(
  info: ProfessionalInfo,
): z.output<z.ZodObject<typeof businessShape>> {
  return {
    id: info.id,
    business_name: info.businessName,
    business_description: info.businessDescription,
    business_address: info.businessAddress,
    business_city: info.businessCity,
    business_postal_code: info.businessPostalCode,
    business_phone: info.businessPhone,
    siret: info.siret,
    is_verified: info.isVerified,
    rating: info.rating,
    total_reviews: info.totalReviews,
  };
}

/** The optional details of a business; null clears one. */
export const businessDetails = {
  business_address: z.string().nullish(),
  business_city: z.string().nullish(),
  business_postal_code: z.string().nullish(),
  business_phone: z.string().nullish(),
  siret: z.string().nullish(),
};

/** The details that every business must give. */
export const businessEssentials = { business_name: z.string(), business_description: z.string() };

const sent = z.object({ ...businessDetails, ...businessEssentials }).partial();

/** Turns a program's body into the core's field names; a field that is left out stays as it is. */
export function decodeBusiness(body: z.output<typeof sent>) {
  return {
    businessName: body.business_name,
    businessDescription: body.business_description,
    businessAddress: body.business_address,
    businessCity: body.business_city,
    businessPostalCode: body.business_postal_code,
    businessPhone: body.business_phone,
    siret: body.siret,
  };
}
