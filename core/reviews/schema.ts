import { z } from "zod";
import { paragraphs } from "../catalogue/fields/schema.ts";
import { listLimit } from "../cursor.ts";
import type { OwnAppeal } from "../moderation/cases/schema.ts";
import type { Basis } from "../moderation/rules.ts";
import { MAX_REVIEW_LENGTH, MAX_TAGS, TAGS } from "./rules.ts";

const ASK_RATING = "Choisissez une note de 1 à 5";

/** A form sends a rating as text, and none as an empty one. */
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

/** A review as everybody reads it. */
export interface ReviewView {
  id: string;
  /** « Julie M. » */
  author: string;
  rating: number | null;
  text: string;
  tags: string[];
  proof: "code" | "booking";
  /** The title that was sold. */
  title: string;
  sessionAt: Date;
  publishedAt: Date;
  editedAt: Date | null;
  /** The professional's; null without one. */
  reply: { text: string; at: Date } | null;
}

export interface RemovedReply {
  text: string;
  because: string;
  basis: Basis;
  at: Date;
}

/** A review as the professional reads it who has received it. */
export interface ReceivedReview extends ReviewView {
  /** Their reply that we have taken away, and why; null without one. */
  removed: (RemovedReply & { appeal: OwnAppeal | null }) | null;
}

/** A booking to its client, with the review that they may write, or have written. */
export interface OwnReviewView {
  bookingId: string;
  title: string;
  date: string;
  time: string;
  professional: string;
  /** Why none can be begun at this moment, in French; null when one can, or stands. */
  closed: string | null;
  /** Why it takes no rating, in French; null when it takes one. */
  unrated: string | null;
  review: OwnReview | null;
}

export interface OwnReview {
  rating: number | null;
  text: string;
  tags: string[];
  status: "published" | "waiting" | "refused";
  /** The operator's reason; null unless it is refused. */
  refusedBecause: string | null;
  /** Where its author contests that (rule: contested-case). */
  appeal: OwnAppeal | null;
  publishedAt: Date;
  editedAt: Date | null;
}
