import { z } from "@hono/zod-openapi";
import type { ProfessionalInfo } from "#core/accounts/schema.ts";
import { encodeAs } from "../names.ts";

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

export const encodeBusiness = (info: ProfessionalInfo) => encodeAs({ shape: businessShape }, info);

export const businessDetails = {
  business_address: z.string().nullish(),
  business_city: z.string().nullish(),
  business_postal_code: z.string().nullish(),
  business_phone: z.string().nullish(),
  siret: z.string().nullish(),
};

export const businessEssentials = { business_name: z.string(), business_description: z.string() };
