import { z } from "@hono/zod-openapi";
import type { Profile } from "#core/accounts/schema.ts";
import type { ProfessionalInfo } from "#core/professionals/schema.ts";

/** What somebody says of their business, and what is said of it. */
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

const professionalProfileBody = z.object(businessShape).openapi("OwnProfessionalProfile");

export const profileBody = z
  .object({
    id: z.uuid(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    phone: z.string().nullable(),
    is_client: z.boolean(),
    is_pro: z.boolean(),
    can_create_activities: z.boolean(),
    account_status: z.enum(["active", "suspended", "deleted"]),
    session_count: z.number().int(),
    last_quota_reset: z.iso.datetime(),
    subscription_plan: z.string().nullable(),
    professional_profile: professionalProfileBody.nullable(),
  })
  .openapi("Profile");

/** One's own business, under the specification's column names (S1§3). */
export function encodeBusiness(info: ProfessionalInfo): z.output<typeof professionalProfileBody> {
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

/** The signed-in user's own profile, in the specification's column names (S1§3). */
export function encodeProfile(profile: Profile): z.output<typeof profileBody> {
  return {
    id: profile.id,
    email: profile.email,
    first_name: profile.firstName,
    last_name: profile.lastName,
    phone: profile.phone,
    is_client: profile.isClient,
    is_pro: profile.isPro,
    can_create_activities: profile.canCreateActivities,
    account_status: profile.accountStatus,
    session_count: profile.sessionCount,
    last_quota_reset: profile.lastQuotaReset.toISOString(),
    subscription_plan: profile.plan,
    professional_profile: profile.professionalInfo && encodeBusiness(profile.professionalInfo),
  };
}
