import { createRoute, z } from "@hono/zod-openapi";
import { showProfile } from "#core/accounts/show-profile.server.ts";
import { updateProfile } from "#core/accounts/update-profile.server.ts";
import { encodeProfile, profileBody } from "./encode-profile.ts";
import { inBodyNames } from "./errors.ts";
import { BEARER, failures, jsonBody, jsonContent } from "./openapi.ts";
import { createResource } from "./resource.ts";

const patchBody = z
  .object({
    first_name: z.string().nullish(),
    last_name: z.string().nullish(),
    phone: z.string().nullish(),
    is_client: z.boolean().optional(),
    is_pro: z.boolean().optional(),
  })
  .strict()
  .openapi("ProfilePatch");

/** /profile: one's own (S1§7); who may write what is R28's, and the use case's. */
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
      summary: "Changer ses nom et téléphone ; une valeur vide ne change rien",
      security: BEARER,
      request: { body: jsonBody(patchBody) },
      responses: { 200: jsonContent(profileBody, "Le profil changé"), ...failures(401, 403, 422) },
    }),
    async (c) => {
      const body = c.req.valid("json");
      const changed = await inBodyNames(
        updateProfile(c.get("ctx"), {
          firstName: body.first_name,
          lastName: body.last_name,
          phone: body.phone,
          isClient: body.is_client,
          isPro: body.is_pro,
        }),
      );
      return c.json(encodeProfile(changed), 200);
    },
  );
  return profile;
}
