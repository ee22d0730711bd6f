import { z } from "@hono/zod-openapi";
import type { Profile } from "#core/accounts/schema.ts";
import { businessShape, encodeBusiness } from "../professionals/business-body.ts";

const professionalProfileBody = z.object(businessShape).openapi("OwnProfessionalProfile");

export const profileBody = z
  .object({
    id: z.uuid(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    phone: z.string().nullable(),
    sms_number: z.string().nullable().openapi({ description: "Le mobile donné pour les rappels" }),
    is_client: z.boolean(),
    is_pro: z.boolean(),
    can_create_activities: z.boolean(),
    account_status: z.enum(["active", "suspended", "deleted"]),
    session_count: z.number().int(),
    last_quota_reset: z.iso.datetime(),
    subscription_plan: z.string().nullable(),
    professional_profile: professionalProfileBody.nullable(),
    version: z.number().int().openapi({ description: "Le numéro de la dernière modification" }),
  })
  .openapi("Profile");

export function encodeProfile(profile: Profile): z.output<typeof profileBody> {
  return {
    id: profile.id,
    email: profile.email,
    first_name: profile.firstName,
    last_name: profile.lastName,
    phone: profile.phone,
    sms_number: profile.smsNumber,
    is_client: profile.isClient,
    is_pro: profile.isPro,
    can_create_activities: profile.canCreateActivities,
    account_status: profile.accountStatus,
    session_count: profile.sessionCount,
    last_quota_reset: profile.lastQuotaReset.toISOString(),
    subscription_plan: profile.plan,
    professional_profile: profile.professionalInfo && encodeBusiness(profile.professionalInfo),
    version: profile.version,
  };
}
