import { z } from "zod";
import { paragraphs } from "../catalogue/fields/schema.ts";
import { listLimit } from "../cursor.ts";
import type { OwnAppeal } from "../moderation/cases/schema.ts";
import type { Basis } from "../moderation/rules.ts";
import { MAX_REVIEW_LENGTH, MAX_TAGS, TAGS } from "./rules.ts";

const ASK_RATING = "Choisissez une note de 1 à 5";

/** A form sends an empty text for none. */
const rating = z.preprocess(
  (value) => (value === "" || value === undefined ? null : value),
  z.coerce.number(ASK_RATING).int(ASK_RATING).min(1, ASK_RATING).max(5, ASK_RATING).nullable(),
);
const tags = z
  .array(z.enum(TAGS, "Choisissez parmi les mots proposés"), "Choisissez parmi les mots proposés")
  .transform((chosen) => [...new Set(chosen)])
  .pipe(z.array(z.enum(TAGS)).max(MAX_TAGS, `${MAX_TAGS} mots au plus`));

export const ownReviewInput = z.object({ bookingId: z.uuid() });
export const reviewInput = ownReviewInput.extend({
  rating,
  text: paragraphs(MAX_REVIEW_LENGTH).default(""),
  tags: tags.default([]),
});

const EITHER = "Indiquez soit offering, soit professional";
export const showReviewsInput = z
  .object({
    offering: z.uuid("Identifiant invalide").optional(),
    professional: z.uuid("Identifiant invalide").optional(),
    limit: listLimit,
    cursor: z.string().optional(),
  })
  .refine(
    ({ offering, professional }) => (offering === undefined) !== (professional === undefined),
    {
      path: ["offering"],
      message: EITHER,
    },
  );

export const receivedReviewsInput = z.object({ limit: listLimit, cursor: z.string().optional() });

/** An empty text takes the reply back. */
export const replyInput = z.object({
  reviewId: z.uuid(),
  text: paragraphs(MAX_REVIEW_LENGTH).default(""),
});

export interface ReviewView {
  id: string;
  /** « Julie M. » */
  author: string;
  rating: number | null;
  text: string;
  tags: string[];
  proof: "code" | "booking";
  /** As it was sold. */
  title: string;
  sessionAt: Date;
  publishedAt: Date;
  editedAt: Date | null;
  reply: { text: string; at: Date } | null;
}

export interface RemovedReply {
  text: string;
  because: string;
  basis: Basis;
  at: Date;
}

export interface ReceivedReview extends ReviewView {
  /** Taken away by us; null without one. */
  removed: (RemovedReply & { appeal: OwnAppeal | null }) | null;
}

/** May be written, or is. */
export interface OwnReviewView {
  bookingId: string;
  title: string;
  date: string;
  time: string;
  professional: string;
  /** In French; null when one can be begun, or stands. */
  closed: string | null;
  /** In French; null when it takes one. */
  unrated: string | null;
  review: OwnReview | null;
}

export interface OwnReview {
  rating: number | null;
  text: string;
  tags: string[];
  status: "published" | "waiting" | "refused";
  refusedBecause: string | null;
  appeal: OwnAppeal | null;
  publishedAt: Date;
  editedAt: Date | null;
}
