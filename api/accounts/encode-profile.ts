import { z } from "@hono/zod-openapi";
import type { Profile } from "#core/accounts/schema.ts";
import { encodeAs } from "../names.ts";
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

export const encodeProfile = (profile: Profile) =>
  encodeAs(profileBody, profile, {
    subscription_plan: profile.plan,
    professional_profile: profile.professionalInfo && encodeBusiness(profile.professionalInfo),
  });
