import { z } from "@hono/zod-openapi";
import { reportBookingMessage } from "#core/bookings/reported-messages/report-booking-message.server.ts";
import { MESSAGE_REASONS } from "#core/bookings/reported-messages/rules.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { reportContent } from "#core/moderation/report-content.server.ts";
import { CONTENT_REASONS } from "#core/moderation/rules.ts";
import { reportReview } from "#core/reviews/reports/report-review.server.ts";
import type { reportInput } from "#core/reviews/reports/schema.ts";
import {
  MAX_REPORT_LENGTH,
  MAX_REVIEW_LENGTH,
  MAX_TAGS,
  REASONS,
  TAGS,
} from "#core/reviews/rules.ts";
import type { ReviewView, reviewInput } from "#core/reviews/schema.ts";
import { showOwnReview, showReviews } from "#core/reviews/show-reviews.server.ts";
import { replyToReview, withdrawReview, writeReview } from "#core/reviews/write-review.server.ts";
import { encodeAs } from "../names.ts";
import { callOf, createTaggedResource, instant, listOf, OPTIONAL, pageQuery } from "../resource.ts";

const replyBody = z.object({ text: z.string(), at: instant });
const reviewBody = z
  .object({
    id: z.uuid(),
    author: z.string().openapi({ example: "Julie M." }),
    rating: z.number().int().nullable().openapi({ description: "De 1 à 5 ; null sans note" }),
    text: z.string(),
    tags: z.array(z.string()),
    proof: z.enum(["code", "booking"]).openapi({
      description: "code : présence confirmée par le code ; booking : réservation vérifiée",
    }),
    title: z.string(),
    session_at: instant,
    published_at: instant,
    edited_at: instant.nullable(),
    reply: replyBody.nullable().openapi({
      description: "La réponse du professionnel",
    }),
  })
  .openapi("Review");

// Optional, so that the use case reports all missing fields.
const newReview = z
  .strictObject({
    rating: z.number().nullable().optional().openapi({ description: "De 1 à 5" }),
    text: z
      .string()
      .optional()
      .openapi({ description: `${MAX_REVIEW_LENGTH} caractères au plus` }),
    tags: z
      .array(z.string())
      .optional()
      .openapi({ description: `${MAX_TAGS} au plus, parmi : ${TAGS.join(", ")}` }),
  })
  .openapi("NewReview");

const encode = (view: ReviewView) =>
  encodeAs(reviewBody, view, { reply: view.reply && encodeAs(replyBody, view.reply) });

/** Clients' reviews (rule: reviews). */
export function reviewRoutes() {
  const { resource, addCall } = createTaggedResource("Avis");
  addCall("get", "/", {
    summary: "Les avis publiés d'une offre ou d'un professionnel, les plus récents d'abord",
    security: [],
    query: pageQuery.extend({
      offering: z.string().optional(),
      professional: z.string().optional(),
    }),
    answer: [listOf(reviewBody), "Les avis"],
    call: async (ctx, { query }) => {
      const found = await showReviews(ctx, query);
      return { data: found.reviews.map(encode), next_cursor: found.nextCursor };
    },
  });
  addCall("put", "/{id}/reply", {
    summary: "Répondre à un avis, ou changer sa réponse ; un texte vide la retire",
    body: newReply,
    answer: [z.object({ id: z.uuid() }), "L'avis"],
    refusals: [404, 409, 429],
    call: async (ctx, { params, body }) => {
      const reviewId = params.id;
      await replyToReview(ctx, { reviewId, ...body });
      return { id: reviewId };
    },
  });
  return resource;
}

const ownBody = z
  .object({
    rating: z.number().int().nullable(),
    text: z.string(),
    tags: z.array(z.string()),
    status: z.enum(["published", "waiting", "refused"]),
    refused_because: z.string().nullable(),
    published_at: instant,
    edited_at: instant.nullable(),
  })
  .openapi("OwnReview");

/** The client's own review (rule: reviews). */
export function ownReviewRoutes() {
  const { resource, addCall } = createTaggedResource("Avis");
  addCall("get", "/{id}/review", {
    summary: "Son avis sur une réservation, ou pourquoi aucun n'est possible",
    answer: [
      z.object({
        review: ownBody.nullable(),
        closed: z.string().nullable().openapi({ description: "null : on peut l'écrire" }),
        unrated: z.string().nullable().openapi({ description: "null : il prend une note" }),
      }),
      "L'avis",
    ],
    refusals: [404, 422],
    call: async (ctx, { params }) => {
      const bookingId = params.id;
      const { review, closed, unrated } = await showOwnReview(ctx, { bookingId });
      return {
        review: review && { ...encodeAs(ownBody, review), appeal: review.appeal },
        closed,
        unrated,
      };
    },
  });
  addCall("post", "/{id}/review", {
    summary: "Donner son avis sur une réservation passée, ou le modifier",
    isRetried: true,
    body: newReview,
    answer: [
      z.object({ id: z.uuid(), status: z.enum(["published", "waiting"]) }),
      "L'avis ; waiting : une absence est contestée, nous décidons d'abord",
    ],
    status: 201,
    refusals: [404, 429],
    call: async (ctx, { params: { id: bookingId }, body: asked, c }) => {
      const input = { bookingId, ...asked } as z.input<typeof reviewInput>;
      const call = callOf(c, `write-review ${bookingId}`, asked);
      const { reviewId, status } = await answerOnce(ctx, call, (own) => writeReview(own, input));
      return { id: reviewId, status };
    },
  });
  addCall("delete", "/{id}/review", {
    summary: "Retirer son avis",
    answer: "Retiré",
    refusals: [404, 409, 422],
    call: (ctx, { params }) => withdrawReview(ctx, { bookingId: params.id }),
  });
  return resource;
}

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
    refusals: [401, 403, 404, 429],
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
