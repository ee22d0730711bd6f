import { z } from "@hono/zod-openapi";
import type { ProfessionalInfo } from "#core/accounts/schema.ts";
import { AppError } from "#core/errors.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { createProfessional } from "#core/professionals/create-professional.server.ts";
import { showOwnProfessional } from "#core/professionals/show-seller.server.ts";
import { updateProfessional } from "#core/professionals/update-professional.server.ts";
import { inBodyNames } from "../errors.ts";
import { encodeAs, inCamelCase } from "../names.ts";
import { versionShape } from "../offerings/offering-body.ts";
import { callOf, createTaggedResource } from "../resource.ts";

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

const openingHour = z
  .strictObject({
    weekday: z.number().openapi({ description: "1 pour lundi, 7 pour dimanche" }),
    opens: z.string().openapi({ example: "09:00" }),
    closes: z.string().openapi({ example: "12:30" }),
  })
  .openapi("OpeningHour");

const workingTime = {
  buffer_minutes: z.number().optional().openapi({
    description:
      "La pause entre deux rendez-vous, de 0 à 120 minutes ; elle vaut pour les suivants",
  }),
  notice_minutes: z.number().optional().openapi({
    description: "Réservable jusqu'à tant de minutes avant le début, de 0 à 1 440",
  }),
  opening_hours: z
    .array(openingHour)
    .optional()
    .openapi({ description: "Toutes ses heures habituelles, à l'heure de Paris" }),
};

const ownBody = z
  .object({
    ...businessShape,
    user_id: z.uuid(),
    stripe_connect_account_id: z.string().nullable(),
    can_receive_charges: z.boolean().openapi({ description: "Sans cela, rien n'est réservable" }),
    created_at: z.iso.datetime(),
    buffer_minutes: z.number().int(),
    notice_minutes: z.number().int(),
    opening_hours: z.array(openingHour),
    shown_phone: z.string().nullable(),
    version: z.number().int().openapi({ description: "Le numéro de la dernière modification" }),
  })
  .openapi("ProfessionalProfile");

const fields = {
  user_id: z.string().optional().openapi({ description: "Le sien, sinon 403" }),
  ...businessDetails,
};
const postBody = z
  .object({ ...fields, ...businessEssentials })
  .strict()
  .openapi("ProfessionalProfilePost");
const patchBody = z
  .object({
    ...{ ...fields, ...workingTime, ...versionShape },
    shown_phone: z.string().nullish().openapi({
      description: "Montré aux clients dont la réservation est confirmée ; null : à personne",
    }),
    ...z.object(businessEssentials).partial().shape,
  })
  .strict()
  .openapi("ProfessionalProfilePatch");

/** Own profile, whose fields the use cases guard (rule: own-fields). */
export function professionalProfileRoutes() {
  const { resource, addCall } = createTaggedResource("Profil");
  addCall("get", "/", {
    summary: "Son propre profil professionnel",
    answer: [ownBody, "Le profil"],
    refusals: [404],
    call: async (ctx) => {
      const found = await showOwnProfessional(ctx);
      if (!found) throw new AppError("not_found", { message: "Profil professionnel non trouvé" });
      return encodeAs(ownBody, found);
    },
  });
  addCall("post", "/", {
    summary: "Créer son profil professionnel, une fois, quand on est inscrit comme tel",
    isRetried: true,
    body: postBody,
    answer: [ownBody, "Le profil"],
    status: 201,
    refusals: [404],
    call: async (ctx, { body, c }) => {
      await inBodyNames(
        answerOnce(ctx, callOf(c, "create-professional-profile", body), async (own) => ({
          id: (await createProfessional(own, inCamelCase(body))).id,
        })),
      );
      const made = await showOwnProfessional(ctx);
      if (!made) throw new AppError("not_found", { message: "Profil professionnel non trouvé" });
      return encodeAs(ownBody, made);
    },
  });
  addCall("patch", "/", {
    summary: "Le changer ; une valeur vide efface, un champ absent reste",
    body: patchBody,
    answer: [ownBody, "Le profil changé"],
    refusals: [404, 409],
    call: async (ctx, { body }) => {
      const changed = await inBodyNames(updateProfessional(ctx, inCamelCase(body)));
      return encodeAs(ownBody, changed);
    },
  });
  return resource;
}
