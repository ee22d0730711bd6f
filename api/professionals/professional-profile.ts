import { z } from "@hono/zod-openapi";
import { AppError } from "#core/errors.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { createProfessional } from "#core/professionals/create-professional.server.ts";
import type { OwnProfessional } from "#core/professionals/schema.ts";
import { showOwnProfessional } from "#core/professionals/show-seller.server.ts";
import { updateProfessional } from "#core/professionals/update-professional.server.ts";
import { inBodyNames } from "../errors.ts";
import { versionShape } from "../offerings/offering-body.ts";
import { callOf, createTaggedResource } from "../resource.ts";
import {
  businessDetails,
  businessEssentials,
  businessShape,
  decodeBusiness,
  encodeBusiness,
} from "./business-body.ts";

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

function decode(body: z.output<typeof patchBody>) {
  return {
    ...{ userId: body.user_id, version: body.version },
    bufferMinutes: body.buffer_minutes,
    noticeMinutes: body.notice_minutes,
    openingHours: body.opening_hours,
    shownPhone: body.shown_phone,
    ...decodeBusiness(body),
  };
}

function encode(own: OwnProfessional): z.output<typeof ownBody> {
  return {
    ...encodeBusiness(own),
    user_id: own.userId,
    stripe_connect_account_id: own.stripeConnectAccountId,
    can_receive_charges: own.canReceiveCharges,
    created_at: own.createdAt.toISOString(),
    buffer_minutes: own.bufferMinutes,
    notice_minutes: own.noticeMinutes,
    opening_hours: own.openingHours,
    shown_phone: own.shownPhone,
    version: own.version,
  };
}

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
      return encode(found);
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
          id: (await createProfessional(own, decode(body))).id,
        })),
      );
      const made = await showOwnProfessional(ctx);
      if (!made) throw new AppError("not_found", { message: "Profil professionnel non trouvé" });
      return encode(made);
    },
  });
  addCall("patch", "/", {
    summary: "Le changer ; une valeur vide efface, un champ absent reste",
    body: patchBody,
    answer: [ownBody, "Le profil changé"],
    refusals: [404, 409],
    call: async (ctx, { body }) => {
      const input = decode(body);
      return encode(await inBodyNames(updateProfessional(ctx, input)));
    },
  });
  return resource;
}
