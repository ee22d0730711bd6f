import { z } from "@hono/zod-openapi";
import { showProfile, updateProfile } from "#core/accounts/profile/update-profile.server.ts";
import { copyFileName, exportData } from "#core/privacy/copy/export-data.server.ts";
import { inBodyNames } from "../errors.ts";
import { inCamelCase } from "../names.ts";
import { versionShape } from "../offerings/offering-body.ts";
import { createTaggedResource } from "../resource.ts";
import { encodeProfile, profileBody } from "./encode-profile.ts";

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
