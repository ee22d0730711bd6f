import { z } from "@hono/zod-openapi";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { MAX_REVIEW_LENGTH, MAX_TAGS, TAGS } from "#core/reviews/rules.ts";
import type { ReviewView, reviewInput } from "#core/reviews/schema.ts";
import { showOwnReview, showReviews } from "#core/reviews/show-reviews.server.ts";
import { withdrawReview, writeReview } from "#core/reviews/write-review.server.ts";
import { encodeAs } from "../names.ts";
import { callOf, createTaggedResource, instant, listOf, pageQuery } from "../resource.ts";

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
