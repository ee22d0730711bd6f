import { z } from "@hono/zod-openapi";
import { showProfile, updateProfile } from "#core/accounts/profile/update-profile.server.ts";
import type { Profile } from "#core/accounts/schema.ts";
import { copyFileName, exportData } from "#core/privacy/copy/export-data.server.ts";
import { inBodyNames } from "../errors.ts";
import { encodeAs, inCamelCase } from "../names.ts";
import { versionShape } from "../offerings/offering-body.ts";
import { businessShape, encodeBusiness } from "../professionals/professional-profile.ts";
import { createTaggedResource } from "../resource.ts";

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

const patchBody = z
  .object({
    first_name: z.string().optional(),
    last_name: z.string().optional(),
    phone: z.string().nullish().openapi({ description: "Vide ou null, il est retiré" }),
    sms_number: z.string().nullish().openapi({
      description: "Un mobile français, pour des rappels par SMS ; vide ou null, il est retiré",
    }),
    is_client: z.boolean().optional(),
    is_pro: z.boolean().optional(),
    ...versionShape,
  })
  .strict()
  .openapi("ProfilePatch");

const exportBody = z
  .record(z.string(), z.unknown())
  .openapi("DataExport", { description: "exported_at, puis une liste de lignes par table" });

/** Own profile, whose fields the use case guards (rule: own-fields). */
export function profileRoutes() {
  const { resource, addCall } = createTaggedResource("Profil");
  addCall("get", "/", {
    summary: "Son propre profil",
    answer: [profileBody, "Le profil"],
    call: async (ctx) => encodeProfile(await showProfile(ctx)),
  });
  addCall("patch", "/", {
    summary: "Changer ses nom et téléphone ; un nom vide est refusé, un numéro vide est retiré",
    body: patchBody,
    answer: [profileBody, "Le profil changé"],
    refusals: [409],
    call: async (ctx, { body }) => {
      const changed = await inBodyNames(updateProfile(ctx, inCamelCase(body)));
      return encodeProfile(changed);
    },
  });
  addCall("get", "/export", {
    summary: "Tout ce que le site garde de soi ; montants en centimes",
    answer: [exportBody, "La copie"],
    refusals: [429],
    call: async (ctx, { c }) => {
      const copy = await exportData(ctx);
      c.header("Content-Disposition", `attachment; filename="${copyFileName(copy)}"`);
      c.header("Cache-Control", "private, no-store");
      return copy;
    },
  });
  return resource;
}
