import { z } from "@hono/zod-openapi";
import { answerOnce, answerOnceInSteps } from "#core/idempotency/answer-once.server.ts";
import { finalizeProfessional } from "#core/professionals/create-professional.server.ts";
import { connectAccount } from "#core/professionals/payment-account/open-onboarding.server.ts";
import { BUSINESS_TYPES, COUNTRIES } from "#core/professionals/schema.ts";
import { callOf, createTaggedResource } from "../resource.ts";

const accountBody = z
  .object({
    businessName: z.string().default(""),
    businessType: z.enum(BUSINESS_TYPES),
    country: z.enum(COUNTRIES).default("FR"),
    vatStatus: z.enum(["exempt", "charged"]).optional().openapi({
      description:
        "exempt : TVA non applicable, art. 293 B du CGI ; charged : avec vatNumber. Sans réponse, vos notes disent « Statut de TVA non communiqué »",
    }),
    vatNumber: z.string().optional(),
  })
  .openapi("ConnectedAccount");

const optional = z.string().nullish();
const finalBody = z
  .object({
    userId: z.string().openapi({ description: "Le sien, sinon 403" }),
    businessData: z.object({
      businessName: z.string().default(""),
      businessDescription: z.string().default(""),
      businessAddress: optional,
      businessCity: optional,
      businessPostalCode: optional,
      businessPhone: optional,
      siret: optional,
    }),
    planType: z
      .string()
      .openapi({ description: "free, premium, premium_yearly, enterprise_monthly…" }),
  })
  .openapi("FinalProfessionalProfile");

export function professionalFunctionRoutes() {
  const { resource, addCall } = createTaggedResource("Fonctions");

  addCall("post", "/create-connected-account", {
    summary: "Ouvrir son compte de paiement, ou y revenir",
    isRetried: true,
    body: accountBody,
    answer: [z.object({ onboardingUrl: z.url() }), "Où le terminer, une seule fois"],
    refusals: [503],
    call: async (ctx, { body, c }) => {
      const call = callOf(c, "create-connected-account", body);
      return await answerOnceInSteps(ctx, call, () => connectAccount(ctx, body));
    },
  });

  addCall("post", "/finalize-professional-profile", {
    summary: "Créer son profil professionnel avec une offre, active si elle est gratuite",
    isRetried: true,
    body: finalBody,
    answer: [
      z.object({
        success: z.literal(true),
        created: z.boolean().openapi({ description: "Il n'y en avait pas encore" }),
      }),
      "Le profil existe",
    ],
    call: async (ctx, { body, c }) => {
      const call = callOf(c, "finalize-professional-profile", body);
      const { created } = await answerOnce(ctx, call, (own) => finalizeProfessional(own, body));
      return { success: true as const, created };
    },
  });

  return resource;
}
