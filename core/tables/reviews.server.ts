import { sql } from "drizzle-orm";
import { boolean, check, index, jsonb, smallint, text, uuid } from "drizzle-orm/pg-core";
import { copied, kept, OURS, personal, withheld } from "../column-facts.server.ts";
import type { Basis } from "../moderation/rules.ts";
import { bookings } from "./bookings.server.ts";
import { createdAt, id, instant, instants } from "./columns.server.ts";
import { offerings } from "./offerings.server.ts";
import { profiles } from "./people.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

/**
 * The review of a booking by its client (rule: reviews). The rating and count of a professional are
 * derived from these rows, in the transaction that changes one. A constraint of the migration refuses
 * two ratings of one client for one professional whose `rates` overlap.
 */
export const reviews = personal(
  "reviews",
  { kept: "the rating that others were told of, no longer the words nor the name" },
  {
    id: kept(id()),
    bookingId: kept(
      uuid()
        .notNull()
        .unique()
        .references(() => bookings.id, { onDelete: "cascade" }),
    ),
    authorId: withheld(
      uuid()
        .notNull()
        .references(() => profiles.id),
      OURS,
    ),
    professionalId: withheld(
      uuid()
        .notNull()
        .references(() => professionalProfiles.id, { onDelete: "cascade" }),
      OURS,
    ),
    offeringId: kept(
      uuid()
        .notNull()
        .references(() => offerings.id),
    ),
    /** Null when there are only words. */
    rating: kept(smallint()),
    /** The year in which this is the one rating of its author for the professional. */
    rates: withheld(instants(), OURS),
    /** Empty without words, and once their author has left. */
    text: copied(text().notNull()),
    tags: kept(text().array().notNull()),
    /** `waiting` until the operator has decided about a contested absence. */
    status: kept(text({ enum: ["published", "waiting", "refused"] }).notNull()),
    publishedAt: kept(createdAt()),
    editedAt: kept(instant()),
    /** The professional's answer, and when it was last written. */
    reply: copied(text()),
    repliedAt: copied(instant()),
    /** The operator's reason, as its author was told; null unless it is refused. */
    refusedBecause: copied(text()),
    /** The law or rule that a refusal stands on. */
    refusedBasis: kept(text().$type<Basis>()),
    refusedAt: kept(instant()),
    /** The same of the reply alone, which then nobody sees but its author. */
    replyRemovedBecause: copied(text()),
    replyRemovedBasis: kept(text().$type<Basis>()),
    replyRemovedAt: kept(instant()),
  },
  (t) => [
    index("reviews_of_professional")
      .on(t.professionalId, t.publishedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`status = 'published'`),
    index("reviews_of_offering")
      .on(t.offeringId, t.publishedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`status = 'published'`),
    // Few wait for an operator: they are found without the others.
    index("reviews_waiting").on(t.publishedAt).where(sql`status = 'waiting'`),
    check("reviews_rating", sql`${t.rating} between 1 and 5`),
    check("reviews_rates", sql`(${t.rating} is null) = (${t.rates} is null)`),
    check("reviews_text", sql`length(${t.text}) <= 1000`),
    check("reviews_tags", sql`cardinality(${t.tags}) <= 3`),
    check("reviews_reply", sql`length(${t.reply}) between 1 and 1000`),
    check("reviews_replied", sql`(${t.reply} is null) = (${t.repliedAt} is null)`),
    check(
      "reviews_reply_removed",
      sql`(${t.replyRemovedAt} is null) = (${t.replyRemovedBecause} is null) and (${t.replyRemovedAt} is null) = (${t.replyRemovedBasis} is null)`,
    ),
    check("reviews_status", sql`${t.status} in ('published', 'waiting', 'refused')`),
  ],
);

/**
 * Objections of somebody to a review, words that our filter has found in it (rule: content-filter), and
 * how the operator decided (rule: reported-reviews). A doubt is its professional's.
 */
export const reviewReports = personal(
  "review_reports",
  { kept: "that a review was reported and how it was decided, no longer in what words" },
  {
    id: kept(id()),
    reviewId: kept(
      uuid()
        .notNull()
        .references(() => reviews.id, { onDelete: "cascade" }),
    ),
    /** Null of somebody without a login. */
    reporterId: withheld(
      uuid().references(() => profiles.id),
      OURS,
    ),
    /** As it was typed without a login; null of an account's, and of who gave none. */
    email: withheld(text(), "of somebody without an account"),
    isDoubt: kept(boolean().notNull()),
    /** Whether our filter has found it: `text` is the words, `reason` says nothing. */
    isFilter: withheld(boolean().notNull().default(false), "nobody's report"),
    /** Whether it is about the professional's reply alone. */
    isReply: kept(boolean().notNull().default(false)),
    reason: kept(
      text({ enum: ["untrue", "insulting", "private", "off_topic", "other"] }).notNull(),
    ),
    /** Empty once its author's account was deleted. */
    text: copied(text().notNull()),
    /** The review as it was then: its sides may change it before somebody decides. */
    snapshot: withheld(
      jsonb().$type<{ text: string; reply: string | null }>(),
      "what somebody else had published",
    ),
    createdAt: kept(createdAt()),
    decidedAt: kept(instant()),
    outcome: kept(text({ enum: ["published", "refused", "reply_removed"] })),
    /** The operator's reason, as the reporter was told. */
    answer: copied(text()),
    /** The law or rule that a refusal or removal stands on. */
    basis: kept(text().$type<Basis>()),
  },
  (t) => [
    index("review_reports_of_review").on(t.reviewId),
    index("review_reports_of_reporter").on(t.reporterId),
    index("review_reports_open").on(t.createdAt).where(sql`decided_at is null`),
    check("review_reports_text", sql`length(${t.text}) <= 1000`),
    check(
      "review_reports_decided",
      sql`(${t.decidedAt} is null) = (${t.outcome} is null) and (${t.decidedAt} is null) = (${t.answer} is null)`,
    ),
  ],
);
