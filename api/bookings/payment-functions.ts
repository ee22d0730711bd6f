import { z } from "@hono/zod-openapi";
import { bookSlot, mayHold } from "#core/bookings/book-slot.server.ts";
import { verifyGuestPayment, verifyPayment } from "#core/bookings/payment/verify-payment.server.ts";
import { answerOnceInSteps, newGuestProof } from "#core/idempotency/answer-once.server.ts";
import { keepGuestProof, readGuestProof } from "../guest-proof.ts";
import { callOf, createTaggedResource, EVEN_SUSPENDED, isProcessing } from "../resource.ts";

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
  const { resource, addCall } = createTaggedResource("Fonctions");

  for (const { name, offering, schema } of SOLD) {
    addCall("post", `/create-${name}-payment`, {
      summary: "Retenir une place et ouvrir son paiement",
      isRetried: true,
      body: paymentBody.extend(offering).openapi(`${schema}Payment`),
      answer: [checkoutAnswer, "La page de paiement"],
      refusals: [404, 503],
      call: async (ctx, { body, c }) => {
        const call = callOf(c, `create-${name}-payment`, body);
        const { url } = await answerOnceInSteps(ctx, call, async () => ({
          url: (await bookSlot(ctx, body)).url,
        }));
        return { url };
      },
    });
    addCall("post", `/create-guest-${name}-payment`, {
      summary: "La même chose sans compte, avec un email",
      security: [],
      isRetried: true,
      body: paymentBody
        .extend({ ...offering, email: z.string().default("") })
        .openapi(`Guest${schema}Payment`),
      answer: [checkoutAnswer, "La page de paiement"],
      refusals: [403, 404, 429, 503],
      call: async (ctx, { body, c }) => {
        const call = callOf(c, `create-guest-${name}-payment`, body);
        const guestProof = readGuestProof(c) ?? newGuestProof(call.key);
        try {
          const { url } = await answerOnceInSteps(ctx, { ...call, guestProof }, async () => ({
            url: (await bookSlot(ctx, { ...body, guestProof })).url,
          }));
          keepGuestProof(c, guestProof);
          return { url };
        } catch (error) {
          if (mayHold(error)) keepGuestProof(c, guestProof);
          throw error;
        }
      },
    });
  }

  const verifyBody = z.object({ sessionId: z.string() });

  addCall("post", "/verify-payment", {
    summary: "Où en est son paiement, vérifié auprès du prestataire",
    security: EVEN_SUSPENDED,
    body: verifyBody,
    answer: [
      z.object({ booking_confirmed: z.boolean(), payment_processing: isProcessing }),
      "L'état",
    ],
    refusals: [404, 503],
    call: async (ctx, { body }) => {
      const verdict = await verifyPayment(ctx, body);
      return {
        booking_confirmed: verdict.bookingConfirmed,
        ...(verdict.outcome === "processing" && { payment_processing: true as const }),
      };
    },
  });

  addCall("post", "/verify-guest-payment", {
    summary: "La même chose sans compte ; n'en dit plus qu'à l'acheteur, reconnu à son cookie",
    security: [],
    body: verifyBody,
    answer: [
      z.object({
        success: z.boolean(),
        isNewUser: z.boolean(),
        message: z.string(),
        payment_processing: isProcessing,
      }),
      "L'état",
    ],
    refusals: [404, 503],
    call: async (ctx, { body, c }) => {
      const guestProof = readGuestProof(c);
      const input = { ...body, guestProof };
      const verdict = await verifyGuestPayment(ctx, input);
      const { success, isNewUser, message } = verdict;
      const more = verdict.isProcessing ? { payment_processing: true as const } : {};
      return { success, isNewUser, message, ...more };
    },
  });

  return resource;
}
