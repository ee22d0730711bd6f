import { createRoute, z } from "@hono/zod-openapi";
import { answerOnce, answerOnceInSteps } from "#core/idempotency/answer-once.server.ts";
import { finalizeProfessional } from "#core/professionals/create-professional.server.ts";
import { connectAccount } from "#core/professionals/payment-account/open-onboarding.server.ts";
import { BUSINESS_TYPES, COUNTRIES } from "#core/professionals/schema.ts";
import { callOf, retryHeaders } from "../once.ts";
import { BEARER, failures, jsonBody, jsonContent } from "../openapi.ts";
import { createResource } from "../resource.ts";

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
  const functions = createResource();

  functions.openapi(
    createRoute({
      method: "post",
      path: "/create-connected-account",
      tags: ["Fonctions"],
      summary: "Ouvrir son compte de paiement, ou y revenir",
      security: BEARER,
      request: { headers: retryHeaders, body: jsonBody(accountBody) },
      responses: {
        200: jsonContent(z.object({ onboardingUrl: z.url() }), "Où le terminer, une seule fois"),
        ...failures(400, 401, 403, 409, 415, 422, 503),
      },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const body = c.req.valid("json");
      const call = callOf(c, "create-connected-account", body);
      return c.json(await answerOnceInSteps(ctx, call, () => connectAccount(ctx, body)), 200);
    },
  );

  functions.openapi(
    createRoute({
      method: "post",
      path: "/finalize-professional-profile",
      tags: ["Fonctions"],
      summary: "Créer son profil professionnel avec une offre, active si elle est gratuite",
      security: BEARER,
      request: { headers: retryHeaders, body: jsonBody(finalBody) },
      responses: {
        200: jsonContent(
          z.object({
            success: z.literal(true),
            created: z.boolean().openapi({ description: "Il n'y en avait pas encore" }),
          }),
          "Le profil existe",
        ),
        ...failures(400, 401, 403, 409, 415, 422),
      },
    }),
    async (c) => {
      const body = c.req.valid("json");
      const call = callOf(c, "finalize-professional-profile", body);
      const { created } = await answerOnce(c.get("ctx"), call, (own) =>
        finalizeProfessional(own, body),
      );
      return c.json({ success: true as const, created }, 200);
    },
  );

  return functions;
}
