import { createRoute, z } from "@hono/zod-openapi";
import { bookSlot, mayHold } from "#core/bookings/book-slot.server.ts";
import { verifyGuestPayment } from "#core/bookings/payment/verify-guest-payment.server.ts";
import { verifyPayment } from "#core/bookings/payment/verify-payment.server.ts";
import { answerOnceInSteps, newGuestProof } from "#core/idempotency/answer-once.server.ts";
import { keepGuestProof, readGuestProof } from "../guest-proof.ts";
import { callOf, retryHeaders } from "../once.ts";
import { BEARER, failures, isProcessing, jsonBody, jsonContent } from "../openapi.ts";
import { createResource } from "../resource.ts";

const paymentBody = z.object({
  slotId: z.string(),
  seats: z.number().optional().openapi({ description: "De 1 à 6 places ; sinon une" }),
  companions: z.string().optional().openapi({
    description: "Les prénoms de ceux qui viennent avec, 200 caractères au plus",
  }),
  amount: z.number().int().openapi({
    description:
      "Centimes pour toutes les places ; seulement comparé au prix, refusé s'il est au-dessous",
  }),
  bookingNotes: z.string().optional(),
  smsNumber: z.string().optional().openapi({
    description: "Un mobile français, pour un rappel par SMS de cette réservation",
  }),
});
/** Call and field names by kind (rule: activities-alike). */
const SOLD = [
  { name: "session", schema: "Session", offering: { sessionId: z.string() } },
  { name: "activity", schema: "Activity", offering: { activityId: z.string() } },
] as const;
const checkoutAnswer = z.object({
  url: z.url().openapi({
    description:
      "Où payer ; la page de confirmation quand c'est gratuit. Sans compte, « Vérifiez votre boîte mail » quand c'est gratuit ou que trop de paiements sont ouverts avec cet email : un lien y est envoyé",
  }),
});

export function paymentFunctionRoutes() {
  const functions = createResource();

  for (const { name, offering, schema } of SOLD) {
    functions.openapi(
      createRoute({
        method: "post",
        path: `/create-${name}-payment`,
        tags: ["Fonctions"],
        summary: "Retenir une place et ouvrir son paiement",
        security: BEARER,
        request: {
          headers: retryHeaders,
          body: jsonBody(paymentBody.extend(offering).openapi(`${schema}Payment`)),
        },
        responses: {
          200: jsonContent(checkoutAnswer, "La page de paiement"),
          ...failures(400, 401, 403, 404, 409, 415, 422, 503),
        },
      }),
      async (c) => {
        const ctx = c.get("ctx");
        const body = c.req.valid("json");
        const call = callOf(c, `create-${name}-payment`, body);
        const { url } = await answerOnceInSteps(ctx, call, async () => ({
          url: (await bookSlot(ctx, body)).url,
        }));
        return c.json({ url }, 200);
      },
    );
    functions.openapi(
      createRoute({
        method: "post",
        path: `/create-guest-${name}-payment`,
        tags: ["Fonctions"],
        summary: "La même chose sans compte, avec un email",
        request: {
          headers: retryHeaders,
          body: jsonBody(
            paymentBody
              .extend({ ...offering, email: z.string().default("") })
              .openapi(`Guest${schema}Payment`),
          ),
        },
        responses: {
          200: jsonContent(checkoutAnswer, "La page de paiement"),
          ...failures(400, 403, 404, 409, 415, 422, 429, 503),
        },
      }),
      async (c) => {
        const ctx = c.get("ctx");
        const body = c.req.valid("json");
        const call = callOf(c, `create-guest-${name}-payment`, body);
        const guestProof = readGuestProof(c) ?? newGuestProof(call.key);
        try {
          const { url } = await answerOnceInSteps(ctx, { ...call, guestProof }, async () => ({
            url: (await bookSlot(ctx, { ...body, guestProof })).url,
          }));
          keepGuestProof(c, guestProof);
          return c.json({ url }, 200);
        } catch (error) {
          if (mayHold(error)) keepGuestProof(c, guestProof);
          throw error;
        }
      },
    );
  }

  const verifyBody = jsonBody(z.object({ sessionId: z.string() }));

  functions.openapi(
    createRoute({
      method: "post",
      path: "/verify-payment",
      tags: ["Fonctions"],
      summary: "Où en est son paiement, vérifié auprès du prestataire",
      security: BEARER,
      request: { body: verifyBody },
      responses: {
        200: jsonContent(
          z.object({ booking_confirmed: z.boolean(), payment_processing: isProcessing }),
          "L'état",
        ),
        ...failures(400, 401, 404, 415, 422, 503),
      },
    }),
    async (c) => {
      const verdict = await verifyPayment(c.get("ctx"), c.req.valid("json"));
      const answer = {
        booking_confirmed: verdict.bookingConfirmed,
        ...(verdict.outcome === "processing" && { payment_processing: true as const }),
      };
      return c.json(answer, 200);
    },
  );

  functions.openapi(
    createRoute({
      method: "post",
      path: "/verify-guest-payment",
      tags: ["Fonctions"],
      summary: "La même chose sans compte ; n'en dit plus qu'à l'acheteur, reconnu à son cookie",
      request: { body: verifyBody },
      responses: {
        200: jsonContent(
          z.object({
            success: z.boolean(),
            isNewUser: z.boolean(),
            message: z.string(),
            payment_processing: isProcessing,
          }),
          "L'état",
        ),
        ...failures(400, 404, 415, 422, 503),
      },
    }),
    async (c) => {
      const guestProof = readGuestProof(c);
      const input = { ...c.req.valid("json"), guestProof };
      const verdict = await verifyGuestPayment(c.get("ctx"), input);
      const { success, isNewUser, message } = verdict;
      const more = verdict.isProcessing ? { payment_processing: true as const } : {};
      return c.json({ success, isNewUser, message, ...more }, 200);
    },
  );

  return functions;
}
