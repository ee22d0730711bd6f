import { z } from "@hono/zod-openapi";
import type { ProfessionalInfo } from "#core/accounts/schema.ts";

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

export const businessDetails = {
  business_address: z.string().nullish(),
  business_city: z.string().nullish(),
  business_postal_code: z.string().nullish(),
  business_phone: z.string().nullish(),
  siret: z.string().nullish(),
};

export const businessEssentials = { business_name: z.string(), business_description: z.string() };

const sent = z.object({ ...businessDetails, ...businessEssentials }).partial();

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
