import { createRoute, z } from "@hono/zod-openapi";
import type { Context as HonoContext } from "hono";
import { isAppError } from "#core/errors.ts";
import { answerOnceInSteps, newGuestProof } from "#core/idempotency/answer-once.server.ts";
import { chooseGuestPlan } from "#core/subscriptions/checkouts/choose-guest-plan.server.ts";
import { choosePlan } from "#core/subscriptions/checkouts/choose-plan.server.ts";
import {
  verifyGuestSubscription,
  verifySubscription,
} from "#core/subscriptions/checkouts/verify-subscription.server.ts";
import { PLAN_ACTIVATED } from "#core/subscriptions/labels.ts";
import { openCustomerPortal } from "#core/subscriptions/open-customer-portal.server.ts";
import type { PlanType } from "#core/subscriptions/rules.ts";
import { checkSubscription } from "#core/subscriptions/show-subscription.server.ts";
import * as addresses from "#site/addresses.ts";
import type { ApiEnv } from "../env.ts";
import { keepGuestProof, readGuestProof } from "../guest-proof.ts";
import { callOf, retryHeaders } from "../once.ts";
import { BEARER, failures, isProcessing, jsonBody, jsonContent } from "../openapi.ts";
import { createResource } from "../resource.ts";
import { encodeSubscription, subscriptionBody } from "./subscription.ts";

const offeredPlan = z.enum(["free", "premium", "premium_yearly", "premium_6months"]);
const paidPlan = z.enum([
  "premium_monthly",
  "premium_yearly",
  "enterprise_monthly",
  "enterprise_yearly",
]);

const choiceAnswer = z
  .object({
    success: z.literal(true),
    message: z.string(),
    redirectUrl: z
      .string()
      .nullable()
      .openapi({ description: "Où aller quand l'offre est active" }),
    url: z.url().nullable().openapi({ description: "Où payer" }),
  })
  .openapi("PlanChosen");

function processing(bank: "deciding" | "refused" | null) {
  return bank === "deciding" ? { payment_processing: true as const } : {};
}

function answerChoice(url: string | null, redirectUrl: string): z.output<typeof choiceAnswer> {
  return url === null
    ? { success: true, message: PLAN_ACTIVATED, redirectUrl, url }
    : { success: true, message: "La page de paiement est prête.", redirectUrl: null, url };
}

/** Chooses once per key (rule: retry-once). */
function chooseOnce(c: HonoContext<ApiEnv>, name: string, body: { planType: PlanType }) {
  const ctx = c.get("ctx");
  return answerOnceInSteps(ctx, callOf(c, name, body), async () => ({
    url: (await choosePlan(ctx, body)).url,
  }));
}

export function subscriptionFunctionRoutes() {
  const functions = createResource();

  functions.openapi(
    createRoute({
      method: "post",
      path: "/check-subscription",
      tags: ["Fonctions"],
      summary: "Son propre abonnement",
      security: BEARER,
      request: { body: jsonBody(z.object({ userId: z.string() }).openapi("CheckSubscription")) },
      responses: {
        200: jsonContent(subscriptionBody, "L'abonnement"),
        ...failures(400, 401, 403, 415, 422),
      },
    }),
    async (c) =>
      c.json(encodeSubscription(await checkSubscription(c.get("ctx"), c.req.valid("json"))), 200),
  );

  functions.openapi(
    createRoute({
      method: "post",
      path: "/customer-portal",
      tags: ["Fonctions"],
      summary: "Ouvrir l'espace client du prestataire de paiement",
      security: BEARER,
      responses: {
        200: jsonContent(
          z.union([
            z.object({ url: z.url() }),
            z.object({ error: z.literal("portal_not_available"), message: z.string() }),
          ]),
          "Son adresse, ou pourquoi il n'y en a pas",
        ),
        ...failures(401, 403, 503),
      },
    }),
    async (c) => {
      try {
        return c.json(await openCustomerPortal(c.get("ctx")), 200);
      } catch (error) {
        if (!isAppError(error) || error.code !== "portal_not_available") throw error;
        return c.json({ error: error.code, message: error.message }, 200);
      }
    },
  );

  functions.openapi(
    createRoute({
      method: "post",
      path: "/create-subscription-checkout",
      tags: ["Fonctions"],
      summary:
        "Choisir une offre : gratuite, elle est active aussitôt ; payante, ouvrir son paiement",
      security: BEARER,
      request: {
        headers: retryHeaders,
        body: jsonBody(z.object({ planType: offeredPlan }).openapi("PlanChoice")),
      },
      responses: {
        200: jsonContent(choiceAnswer, "L'offre active, ou la page de paiement"),
        ...failures(400, 401, 403, 409, 415, 422, 503),
      },
    }),
    async (c) => {
      const { url } = await chooseOnce(c, "create-subscription-checkout", c.req.valid("json"));
      return c.json(answerChoice(url, `${addresses.profile}?plan_updated=true`), 200);
    },
  );

  functions.openapi(
    createRoute({
      method: "post",
      path: "/create-guest-subscription-checkout",
      tags: ["Fonctions"],
      summary: "La même chose sans compte, avec un email",
      request: {
        headers: retryHeaders,
        body: jsonBody(
          z
            .object({ planType: offeredPlan, email: z.string().default("") })
            .openapi("GuestPlanChoice"),
        ),
      },
      responses: {
        200: jsonContent(choiceAnswer, "L'offre active, ou la page de paiement"),
        ...failures(400, 409, 415, 422, 429, 503),
      },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const body = c.req.valid("json");
      const call = callOf(c, "create-guest-subscription-checkout", body);
      const guestProof = readGuestProof(c) ?? newGuestProof(call.key);
      const { url, resultPath } = await answerOnceInSteps(
        ctx,
        { ...call, guestProof },
        async () => {
          const chosen = await chooseGuestPlan(ctx, { ...body, guestProof });
          return { url: chosen.url, resultPath: chosen.resultPath };
        },
      );
      keepGuestProof(c, guestProof);
      return c.json(answerChoice(url, resultPath), 200);
    },
  );

  functions.openapi(
    createRoute({
      method: "post",
      path: "/create-checkout",
      tags: ["Fonctions"],
      summary: "Ouvrir le paiement d'une offre payante",
      security: BEARER,
      request: {
        headers: retryHeaders,
        body: jsonBody(z.object({ planType: paidPlan }).openapi("PaidPlanChoice")),
      },
      responses: {
        200: jsonContent(z.object({ url: z.url() }), "La page de paiement"),
        ...failures(400, 401, 403, 409, 415, 422, 503),
      },
    }),
    async (c) => {
      const { url } = await chooseOnce(c, "create-checkout", c.req.valid("json"));
      return c.json({ url: String(url) }, 200);
    },
  );

  functions.openapi(
    createRoute({
      method: "post",
      path: "/verify-subscription-payment",
      tags: ["Fonctions"],
      summary: "Où en est le paiement de son abonnement, vérifié auprès du prestataire",
      security: BEARER,
      request: { body: jsonBody(z.object({ sessionId: z.string() })) },
      responses: {
        200: jsonContent(
          z.object({
            planType: z
              .string()
              .nullable()
              .openapi({ description: "null tant que rien n'est payé" }),
            payment_processing: isProcessing,
          }),
          "L'offre active",
        ),
        ...failures(400, 401, 404, 415, 422, 503),
      },
    }),
    async (c) => {
      const { planType, bank } = await verifySubscription(c.get("ctx"), c.req.valid("json"));
      return c.json({ planType, ...processing(bank) }, 200);
    },
  );

  functions.openapi(
    createRoute({
      method: "post",
      path: "/verify-guest-subscription-payment",
      tags: ["Fonctions"],
      summary: "La même chose sans compte ; sans sessionId, pour l'offre gratuite déjà demandée",
      request: {
        body: jsonBody(
          z
            .object({
              sessionId: z.string().nullable(),
              planType: offeredPlan,
              email: z.string().default(""),
            })
            .openapi("GuestSubscription"),
        ),
      },
      responses: {
        200: jsonContent(
          z.object({
            success: z.boolean(),
            message: z.string(),
            payment_processing: isProcessing,
          }),
          "L'état",
        ),
        ...failures(400, 415, 422, 503),
      },
    }),
    async (c) => {
      const { success, message, bank } = await verifyGuestSubscription(c.get("ctx"), {
        ...c.req.valid("json"),
        guestProof: readGuestProof(c),
      });
      return c.json({ success, message, ...processing(bank) }, 200);
    },
  );

  return functions;
}
