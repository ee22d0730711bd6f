import { createRoute, z } from "@hono/zod-openapi";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { MAX_REVIEW_LENGTH, MAX_TAGS, TAGS } from "#core/reviews/rules.ts";
import type { OwnReview, ReviewView, reviewInput } from "#core/reviews/schema.ts";
import { showOwnReview, showReviews } from "#core/reviews/show-reviews.server.ts";
import { withdrawReview, writeReview } from "#core/reviews/write-review.server.ts";
import { addCallById } from "../call-by-id.ts";
import { callOf, retryHeaders } from "../once.ts";
import {
  BEARER,
  byId,
  failures,
  instant,
  jsonBody,
  jsonContent,
  listOf,
  pageQuery,
} from "../openapi.ts";
import { createResource } from "../resource.ts";

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
    reply: z.object({ text: z.string(), at: instant }).nullable().openapi({
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

const encode = (view: ReviewView) => ({
  ...{ id: view.id, author: view.author, rating: view.rating, text: view.text, tags: view.tags },
  ...{ proof: view.proof, title: view.title, session_at: view.sessionAt.toISOString() },
  published_at: view.publishedAt.toISOString(),
  edited_at: view.editedAt?.toISOString() ?? null,
  reply: view.reply && { text: view.reply.text, at: view.reply.at.toISOString() },
});

/** Clients' reviews (rule: reviews). */
export function reviewRoutes() {
  const reviews = createResource();
  reviews.openapi(
    createRoute({
      method: "get",
      path: "/",
      tags: ["Avis"],
      summary: "Les avis publiés d'une offre ou d'un professionnel, les plus récents d'abord",
      request: {
        query: pageQuery.extend({
          offering: z.string().optional(),
          professional: z.string().optional(),
        }),
      },
      responses: { 200: jsonContent(listOf(reviewBody), "Les avis"), ...failures(422) },
    }),
    async (c) => {
      const found = await showReviews(c.get("ctx"), c.req.valid("query"));
      return c.json({ data: found.reviews.map(encode), next_cursor: found.nextCursor }, 200);
    },
  );
  return reviews;
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

const encodeOwn = ({ publishedAt, editedAt, refusedBecause, ...own }: OwnReview) => ({
  ...{ ...own, refused_because: refusedBecause },
  published_at: publishedAt.toISOString(),
  edited_at: editedAt?.toISOString() ?? null,
});

/** The client's own review (rule: reviews). */
export function ownReviewRoutes() {
  const reviews = createResource();
  reviews.openapi(
    createRoute({
      method: "get",
      path: "/{id}/review",
      tags: ["Avis"],
      summary: "Son avis sur une réservation, ou pourquoi aucun n'est possible",
      security: BEARER,
      request: { params: byId },
      responses: {
        200: jsonContent(
          z.object({
            review: ownBody.nullable(),
            closed: z.string().nullable().openapi({ description: "null : on peut l'écrire" }),
            unrated: z.string().nullable().openapi({ description: "null : il prend une note" }),
          }),
          "L'avis",
        ),
        ...failures(401, 403, 404, 422),
      },
    }),
    async (c) => {
      const bookingId = c.req.valid("param").id;
      const { review, closed, unrated } = await showOwnReview(c.get("ctx"), { bookingId });
      return c.json({ review: review && encodeOwn(review), closed, unrated }, 200);
    },
  );
  reviews.openapi(
    createRoute({
      method: "post",
      path: "/{id}/review",
      tags: ["Avis"],
      summary: "Donner son avis sur une réservation passée, ou le modifier",
      security: BEARER,
      request: { params: byId, headers: retryHeaders, body: jsonBody(newReview) },
      responses: {
        201: jsonContent(
          z.object({ id: z.uuid(), status: z.enum(["published", "waiting"]) }),
          "L'avis ; waiting : une absence est contestée, nous décidons d'abord",
        ),
        ...failures(400, 401, 403, 404, 409, 415, 422, 429),
      },
    }),
    async (c) => {
      const { id: bookingId } = c.req.valid("param");
      const asked = c.req.valid("json");
      const input = { bookingId, ...asked } as z.input<typeof reviewInput>;
      const call = callOf(c, `write-review ${bookingId}`, asked);
      const { reviewId, status } = await answerOnce(c.get("ctx"), call, (own) =>
        writeReview(own, input),
      );
      return c.json({ id: reviewId, status }, 201);
    },
  );
  addCallById(reviews, {
    method: "delete",
    path: "/{id}/review",
    tag: "Avis",
    summary: "Retirer son avis",
    done: "Retiré",
    refusals: [401, 403, 404, 409, 422],
    call: (ctx, bookingId) => withdrawReview(ctx, { bookingId }),
  });
  return reviews;
}
