import { createRoute, z } from "@hono/zod-openapi";
import { showProfile, updateProfile } from "#core/accounts/profile/update-profile.server.ts";
import { copyFileName, exportData } from "#core/privacy/copy/export-data.server.ts";
import { inBodyNames } from "../errors.ts";
import { versionShape } from "../offerings/offering-body.ts";
import { BEARER, failures, jsonBody, jsonContent } from "../openapi.ts";
import { createResource } from "../resource.ts";
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
  const profile = createResource();
  profile.openapi(
    createRoute({
      method: "get",
      path: "/",
      tags: ["Profil"],
      summary: "Son propre profil",
      security: BEARER,
      responses: { 200: jsonContent(profileBody, "Le profil"), ...failures(401, 403) },
    }),
    async (c) => c.json(encodeProfile(await showProfile(c.get("ctx"))), 200),
  );
  profile.openapi(
    createRoute({
      method: "patch",
      path: "/",
      tags: ["Profil"],
      summary: "Changer ses nom et téléphone ; un nom vide est refusé, un numéro vide est retiré",
      security: BEARER,
      request: { body: jsonBody(patchBody) },
      responses: {
        200: jsonContent(profileBody, "Le profil changé"),
        ...failures(400, 401, 403, 409, 415, 422),
      },
    }),
    async (c) => {
      const body = c.req.valid("json");
      const changed = await inBodyNames(
        updateProfile(c.get("ctx"), {
          firstName: body.first_name,
          lastName: body.last_name,
          phone: body.phone,
          smsNumber: body.sms_number,
          isClient: body.is_client,
          isPro: body.is_pro,
          version: body.version,
        }),
      );
      return c.json(encodeProfile(changed), 200);
    },
  );
  profile.openapi(
    createRoute({
      method: "get",
      path: "/export",
      tags: ["Profil"],
      summary: "Tout ce que le site garde de soi ; montants en centimes",
      security: BEARER,
      responses: { 200: jsonContent(exportBody, "La copie"), ...failures(401, 403, 429) },
    }),
    async (c) => {
      const copy = await exportData(c.get("ctx"));
      c.header("Content-Disposition", `attachment; filename="${copyFileName(copy)}"`);
      c.header("Cache-Control", "private, no-store");
      return c.json(copy, 200);
    },
  );
  return profile;
}
