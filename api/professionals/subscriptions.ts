import { z } from "@hono/zod-openapi";
import type { Context as HonoContext } from "hono";
import { isAppError } from "#core/errors.ts";
import { answerOnceInSteps, newGuestProof } from "#core/idempotency/answer-once.server.ts";
import { chooseGuestPlan, choosePlan } from "#core/subscriptions/checkouts/choose-plan.server.ts";
import {
  verifyGuestSubscription,
  verifySubscription,
} from "#core/subscriptions/checkouts/verify-subscription.server.ts";
import { PLAN_ACTIVATED } from "#core/subscriptions/labels.ts";
import { openCustomerPortal } from "#core/subscriptions/open-customer-portal.server.ts";
import type { PlanType } from "#core/subscriptions/rules.ts";
import type { SubscriptionView } from "#core/subscriptions/schema.ts";
import {
  checkSubscription,
  showSubscription,
} from "#core/subscriptions/show-subscription.server.ts";
import * as addresses from "#site/addresses.ts";
import type { ApiEnv } from "../env.ts";
import { keepGuestProof, readGuestProof } from "../guest-proof.ts";
import { encodeAs } from "../names.ts";
import { callOf, createTaggedResource, EVEN_SUSPENDED, isProcessing } from "../resource.ts";

const subscriptionBody = z
  .object({
    subscribed: z.boolean(),
    plan_type: z.string().nullable().openapi({
      description: "free ou flow, premium ou boost, expand ; null sans abonnement",
    }),
    current_period_end: z.iso.datetime().nullable().openapi({
      description: "Prochaine échéance ; null pour une offre gratuite",
    }),
  })
  .openapi("Subscription");

const encodeSubscription = (view: SubscriptionView) => encodeAs(subscriptionBody, view);

export function subscriptionRoutes() {
  const { resource, addCall } = createTaggedResource("Abonnement");
  addCall("get", "/", {
    summary: "Son propre abonnement",
    answer: [subscriptionBody, "L'abonnement"],
    call: async (ctx) => encodeSubscription(await showSubscription(ctx)),
  });
  return resource;
}

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
  const { resource, addCall } = createTaggedResource("Fonctions");

  addCall("post", "/check-subscription", {
    summary: "Son propre abonnement",
    body: z.object({ userId: z.string() }).openapi("CheckSubscription"),
    answer: [subscriptionBody, "L'abonnement"],
    call: async (ctx, { body }) => encodeSubscription(await checkSubscription(ctx, body)),
  });

  addCall("post", "/customer-portal", {
    summary: "Ouvrir l'espace client du prestataire de paiement",
    answer: [
      z.union([
        z.object({ url: z.url() }),
        z.object({ error: z.literal("portal_not_available"), message: z.string() }),
      ]),
      "Son adresse, ou pourquoi il n'y en a pas",
    ],
    refusals: [503],
    call: async (ctx) => {
      try {
        return await openCustomerPortal(ctx);
      } catch (error) {
        if (!isAppError(error) || error.code !== "portal_not_available") throw error;
        return { error: error.code, message: error.message };
      }
    },
  });

  addCall("post", "/create-subscription-checkout", {
    summary:
      "Choisir une offre : gratuite, elle est active aussitôt ; payante, ouvrir son paiement",
    isRetried: true,
    body: z.object({ planType: offeredPlan }).openapi("PlanChoice"),
    answer: [choiceAnswer, "L'offre active, ou la page de paiement"],
    refusals: [503],
    call: async (_ctx, { body, c }) => {
      const { url } = await chooseOnce(c, "create-subscription-checkout", body);
      return answerChoice(url, `${addresses.profile}?plan_updated=true`);
    },
  });

  addCall("post", "/create-guest-subscription-checkout", {
    summary: "La même chose sans compte, avec un email",
    security: [],
    isRetried: true,
    body: z
      .object({ planType: offeredPlan, email: z.string().default("") })
      .openapi("GuestPlanChoice"),
    answer: [choiceAnswer, "L'offre active, ou la page de paiement"],
    refusals: [429, 503],
    call: async (ctx, { body, c }) => {
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
      return answerChoice(url, resultPath);
    },
  });

  addCall("post", "/create-checkout", {
    summary: "Ouvrir le paiement d'une offre payante",
    isRetried: true,
    body: z.object({ planType: paidPlan }).openapi("PaidPlanChoice"),
    answer: [z.object({ url: z.url() }), "La page de paiement"],
    refusals: [503],
    call: async (_ctx, { body, c }) => {
      const { url } = await chooseOnce(c, "create-checkout", body);
      return { url: String(url) };
    },
  });

  addCall("post", "/verify-subscription-payment", {
    summary: "Où en est le paiement de son abonnement, vérifié auprès du prestataire",
    security: EVEN_SUSPENDED,
    body: z.object({ sessionId: z.string() }),
    answer: [
      z.object({
        planType: z.string().nullable().openapi({ description: "null tant que rien n'est payé" }),
        payment_processing: isProcessing,
      }),
      "L'offre active",
    ],
    refusals: [404, 503],
    call: async (ctx, { body }) => {
      const { planType, bank } = await verifySubscription(ctx, body);
      return { planType, ...processing(bank) };
    },
  });

  addCall("post", "/verify-guest-subscription-payment", {
    summary: "La même chose sans compte ; sans sessionId, pour l'offre gratuite déjà demandée",
    security: [],
    body: z
      .object({
        sessionId: z.string().nullable(),
        planType: offeredPlan,
        email: z.string().default(""),
      })
      .openapi("GuestSubscription"),
    answer: [
      z.object({
        success: z.boolean(),
        message: z.string(),
        payment_processing: isProcessing,
      }),
      "L'état",
    ],
    refusals: [503],
    call: async (ctx, { body, c }) => {
      const { success, message, bank } = await verifyGuestSubscription(ctx, {
        ...body,
        guestProof: readGuestProof(c),
      });
      return { success, message, ...processing(bank) };
    },
  });

  return resource;
}
