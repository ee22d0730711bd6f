import { sql } from "drizzle-orm";
import { boolean, check, index, jsonb, smallint, text, uuid } from "drizzle-orm/pg-core";
import { copied, kept, OURS, personal, withheld } from "../column-facts.server.ts";
import type { Basis } from "../moderation/rules.ts";
import { bookings } from "./bookings.server.ts";
import { createdAt, id, instant, instants, oneOf, partOf, reference } from "./columns.server.ts";
import { offerings } from "./offerings.server.ts";
import { profiles } from "./people.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

/** Source of ratings (rule: reviews); a constraint forbids overlapping `rates` by one client. */
export const reviews = personal(
  "reviews",
  { kept: "the rating that others were told of, no longer the words nor the name" },
  {
    id: kept(id()),
    bookingId: kept(partOf(() => bookings.id).unique()),
    authorId: withheld(
      reference(() => profiles.id),
      OURS,
    ),
    professionalId: withheld(
      partOf(() => professionalProfiles.id),
      OURS,
    ),
    offeringId: kept(reference(() => offerings.id)),
    /** Null when there are only words. */
    rating: kept(smallint()),
    /** The year of its author's one rating for the professional. */
    rates: withheld(instants(), OURS),
    /** Empty without words, and once their author has left. */
    text: copied(text().notNull()),
    tags: kept(text().array().notNull()),
    /** `waiting` on a contested absence. */
    status: kept(oneOf("published", "waiting", "refused").notNull()),
    publishedAt: kept(createdAt()),
    editedAt: kept(instant()),
    reply: copied(text()),
    repliedAt: copied(instant()),
    /** Null unless it is refused. */
    refusedBecause: copied(text()),
    refusedBasis: kept(text().$type<Basis>()),
    refusedAt: kept(instant()),
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

/** Reports and filter hits (rule: content-filter), and their decisions (rule: reported-reviews). */
export const reviewReports = personal(
  "review_reports",
  { kept: "that a review was reported and how it was decided, no longer in what words" },
  {
    id: kept(id()),
    reviewId: kept(partOf(() => reviews.id)),
    /** Null for a visitor. */
    reporterId: withheld(
      uuid().references(() => profiles.id),
      OURS,
    ),
    /** Only a visitor's, if given. */
    email: withheld(text(), "of somebody without an account"),
    isDoubt: kept(boolean().notNull()),
    /** Found by our filter: `text` is the words, `reason` says nothing. */
    isFilter: withheld(boolean().notNull().default(false), "nobody's report"),
    isReply: kept(boolean().notNull().default(false)),
    reason: kept(oneOf("untrue", "insulting", "private", "off_topic", "other").notNull()),
    /** Empty once its author's account was deleted. */
    text: copied(text().notNull()),
    /** A copy, since its sides may change it before somebody decides. */
    snapshot: withheld(
      jsonb().$type<{ text: string; reply: string | null }>(),
      "what somebody else had published",
    ),
    createdAt: kept(createdAt()),
    decidedAt: kept(instant()),
    outcome: kept(oneOf("published", "refused", "reply_removed")),
    answer: copied(text()),
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
