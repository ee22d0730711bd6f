import { z } from "@hono/zod-openapi";
import { reportBookingMessage } from "#core/bookings/reported-messages/report-booking-message.server.ts";
import { MESSAGE_REASONS } from "#core/bookings/reported-messages/rules.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { reportContent } from "#core/moderation/report-content.server.ts";
import { CONTENT_REASONS } from "#core/moderation/rules.ts";
import { reportReview } from "#core/reviews/reports/report-review.server.ts";
import type { reportInput } from "#core/reviews/reports/schema.ts";
import { MAX_REPORT_LENGTH, MAX_REVIEW_LENGTH, REASONS } from "#core/reviews/rules.ts";
import { replyToReview } from "#core/reviews/write-review.server.ts";
import { callOf } from "../once.ts";
import { byId, OPTIONAL } from "../openapi.ts";
import { createTaggedResource } from "../tagged-resource.ts";

// Optional, so that the use case reports all missing fields.
const newReport = z
  .strictObject({
    review: z.string().optional(),
    about: z
      .string()
      .optional()
      .openapi({ description: "D'un avis : review (sans rien), ou reply, la réponse seule" }),
    content: z.string().optional().openapi({
      description: "Une offre ou un praticien, au lieu d'un avis ; alors avec good_faith",
    }),
    email: z
      .string()
      .optional()
      .openapi({ description: "Pour vous répondre sur `content` ou `review`, sans compte" }),
    good_faith: z.boolean().optional().openapi({
      description:
        "Que vous le pensez de bonne foi ; d'un avis ou d'un message, l'envoi le déclare",
    }),
    message: z.string().optional().openapi({ description: "Un message reçu, au lieu d'un avis" }),
    reason: z
      .string()
      .optional()
      .openapi({
        description: `D'un avis : ${REASONS.join(", ")} ; d'un message : ${MESSAGE_REASONS.join(", ")} ; d'une offre ou d'un praticien : ${CONTENT_REASONS.join(", ")}`,
      }),
    text: z
      .string()
      .optional()
      .openapi({ description: `${MAX_REPORT_LENGTH} caractères au plus` }),
  })
  .openapi("NewReport");

const newReply = z
  .strictObject({
    text: z.string().openapi({ description: `${MAX_REVIEW_LENGTH} caractères au plus` }),
  })
  .openapi("NewReply");

/** Receives reports (rules: reported-reviews, reported-content, reported-messages). */
export function reportRoutes() {
  const { resource, addCall } = createTaggedResource("Avis");
  addCall("post", "/", {
    summary: "Signaler un avis, une offre ou un praticien, avec ou sans compte, ou un message reçu",
    security: OPTIONAL,
    isRetried: true,
    body: newReport,
    answer: [z.object({ id: z.uuid() }), "Nous l'examinons"],
    status: 201,
    refusals: [400, 401, 403, 404, 409, 415, 422, 429],
    call: async (ctx, { body, c }) => {
      const { message, content, email, good_faith: goodFaith, ...asked } = body;
      if (content !== undefined && asked.review === undefined) {
        const published = { ...asked, content, email, goodFaith } as Parameters<
          typeof reportContent
        >[1];
        const call = callOf(c, "report content", published);
        const { reportId } = await answerOnce(ctx, call, (own) => reportContent(own, published));
        return { id: reportId };
      }
      if (message !== undefined && asked.review === undefined) {
        const received = { ...asked, message, goodFaith } as Parameters<
          typeof reportBookingMessage
        >[1];
        const call = callOf(c, "report message", received);
        const { reportId } = await answerOnce(ctx, call, (own) =>
          reportBookingMessage(own, received),
        );
        return { id: reportId };
      }
      const review = { ...asked, email, goodFaith } as z.input<typeof reportInput>;
      const { reportId } = await answerOnce(ctx, callOf(c, "report", review), (own) =>
        reportReview(own, review),
      );
      return { id: reportId };
    },
  });
  return resource;
}

/** The professional's reply (rule: reported-reviews). */
export function replyRoutes() {
  const { resource, addCall } = createTaggedResource("Avis");
  addCall("put", "/{id}/reply", {
    summary: "Répondre à un avis, ou changer sa réponse ; un texte vide la retire",
    params: byId,
    body: newReply,
    answer: [z.object({ id: z.uuid() }), "L'avis"],
    refusals: [400, 401, 403, 404, 409, 415, 422, 429],
    call: async (ctx, { params, body }) => {
      const reviewId = params.id;
      await replyToReview(ctx, { reviewId, ...body });
      return { id: reviewId };
    },
  });
  return resource;
}
