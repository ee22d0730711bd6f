import { sql } from "drizzle-orm";
import { boolean, check, index, jsonb, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
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
export const reviews = pgTable(
  "reviews",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .unique()
      .references(() => bookings.id, { onDelete: "cascade" }),
    authorId: uuid()
      .notNull()
      .references(() => profiles.id),
    professionalId: uuid()
      .notNull()
      .references(() => professionalProfiles.id, { onDelete: "cascade" }),
    offeringId: uuid()
      .notNull()
      .references(() => offerings.id),
    /** Null when there are only words. */
    rating: smallint(),
    /** The year in which this is the one rating of its author for the professional. */
    rates: instants(),
    /** Empty without words, and once their author has left. */
    text: text().notNull(),
    tags: text().array().notNull(),
    /** `waiting` until the operator has decided about a contested absence. */
    status: text({ enum: ["published", "waiting", "refused"] }).notNull(),
    publishedAt: createdAt(),
    editedAt: instant(),
    /** The professional's answer, and when it was last written. */
    reply: text(),
    repliedAt: instant(),
    /** The operator's reason, as its author was told; null unless it is refused. */
    refusedBecause: text(),
    /** The law or rule that a refusal stands on. */
    refusedBasis: text().$type<Basis>(),
    refusedAt: instant(),
    /** The same of the reply alone, which then nobody sees but its author. */
    replyRemovedBecause: text(),
    replyRemovedBasis: text().$type<Basis>(),
    replyRemovedAt: instant(),
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
export const reviewReports = pgTable(
  "review_reports",
  {
    id: id(),
    reviewId: uuid()
      .notNull()
      .references(() => reviews.id, { onDelete: "cascade" }),
    /** Null of somebody without a login. */
    reporterId: uuid().references(() => profiles.id),
    /** As it was typed without a login; null of an account's, and of who gave none. */
    email: text(),
    isDoubt: boolean().notNull(),
    /** Whether our filter has found it: `text` is the words, `reason` says nothing. */
    isFilter: boolean().notNull().default(false),
    /** Whether it is about the professional's reply alone. */
    isReply: boolean().notNull().default(false),
    reason: text({ enum: ["untrue", "insulting", "private", "off_topic", "other"] }).notNull(),
    /** Empty once its author's account was deleted. */
    text: text().notNull(),
    /** The review as it was then: its sides may change it before somebody decides. */
    snapshot: jsonb().$type<{ text: string; reply: string | null }>(),
    createdAt: createdAt(),
    decidedAt: instant(),
    outcome: text({ enum: ["published", "refused", "reply_removed"] }),
    /** The operator's reason, as the reporter was told. */
    answer: text(),
    /** The law or rule that a refusal or removal stands on. */
    basis: text().$type<Basis>(),
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
