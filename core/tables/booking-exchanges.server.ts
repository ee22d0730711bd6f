import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  jsonb,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  copied,
  INTERNAL,
  KEPT_BY_LAW,
  kept,
  keptTable,
  personalTable,
  SECRET,
  withheld,
} from "../column-facts.server.ts";
import type { Basis } from "../moderation/rules.ts";
import { bookings, type Sold } from "./bookings.server.ts";
import { createdAt, id, instant, instants, oneOf, partOf, reference } from "./columns.server.ts";
import { offerings, slots } from "./offerings.server.ts";
import { profiles } from "./people.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

/** Source of ratings (rule: reviews); a constraint forbids overlapping `rates` by one client. */
export const reviews = keptTable(
  "reviews",
  "the rating that others were told of, no longer the words nor the name",
  {
    id: kept(id()),
    bookingId: kept(partOf(() => bookings.id).unique()),
    authorId: withheld(
      INTERNAL,
      reference(() => profiles.id),
    ),
    professionalId: withheld(
      INTERNAL,
      partOf(() => professionalProfiles.id),
    ),
    offeringId: kept(reference(() => offerings.id)),
    /** Null when there are only words. */
    rating: kept(smallint()),
    /** The year of its author's one rating for the professional. */
    rates: withheld(INTERNAL, instants()),
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
export const reviewReports = keptTable(
  "review_reports",
  "that a review was reported and how it was decided, no longer in what words",
  {
    id: kept(id()),
    reviewId: kept(partOf(() => reviews.id)),
    /** Null for a visitor. */
    reporterId: withheld(
      INTERNAL,
      uuid().references(() => profiles.id),
    ),
    /** Only a visitor's, if given. */
    email: withheld("of somebody without an account", text()),
    isDoubt: kept(boolean().notNull()),
    /** Found by our filter: `text` is the words, `reason` says nothing. */
    isFilter: withheld("nobody's report", boolean().notNull().default(false)),
    isReply: kept(boolean().notNull().default(false)),
    reason: kept(oneOf("untrue", "insulting", "private", "off_topic", "other").notNull()),
    /** Empty once its author's account was deleted. */
    text: copied(text().notNull()),
    /** A copy, since its sides may change it before somebody decides. */
    snapshot: withheld(
      "what somebody else had published",
      jsonb().$type<{ text: string; reply: string | null }>(),
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

/** A change that its client was told of (rule: sold-as-seen). */
export const bookingChanges = keptTable(
  "booking_changes",
  KEPT_BY_LAW,
  {
    id: kept(id()),
    bookingId: kept(partOf(() => bookings.id)),
    was: kept(jsonb().$type<Sold>().notNull()),
    isNow: kept(jsonb().$type<Sold>().notNull()),
    createdAt: kept(createdAt()),
  },
  (t) => [index().on(t.bookingId, t.createdAt)],
);

/** Messages about a booking (rule: writing-through-us). */
export const bookingMessages = keptTable(
  "letters",
  "that one was written, no longer what it said",
  {
    id: kept(id()),
    bookingId: kept(partOf(() => bookings.id)),
    by: kept(oneOf("client", "professional").notNull()),
    /** Empty once its author has left, or its time is over. */
    text: copied(text().notNull()),
    createdAt: kept(createdAt()),
    readAt: kept(instant()),
    /** Removal by an operator (rule: reported-messages). */
    removedAt: kept(instant()),
  },
  (t) => [
    index().on(t.bookingId, t.createdAt),
    index("letters_unread")
      .on(t.bookingId, t.by)
      .where(sql`read_at is null and removed_at is null and text <> ''`),
    index("letters_to_empty").on(t.createdAt).where(sql`text <> ''`),
    check("letters_by", sql`${t.by} in ('client', 'professional')`),
    check("letters_text", sql`length(${t.text}) <= 2000`),
  ],
);

/** Reports of messages, and their decisions (rule: reported-messages). */
export const messageReports = keptTable(
  "letter_reports",
  "that a message was reported and how it was decided, no longer in what words",
  {
    id: kept(id()),
    letterId: kept(partOf(() => bookingMessages.id)),
    reporterId: withheld(
      INTERNAL,
      reference(() => profiles.id),
    ),
    reason: kept(oneOf("insulting", "private", "soliciting", "other").notNull()),
    /** Empty once its author's account was deleted. */
    text: copied(text().notNull()),
    createdAt: kept(createdAt()),
    decidedAt: kept(instant()),
    outcome: kept(oneOf("kept", "removed")),
    answer: copied(text()),
    basis: kept(text().$type<Basis>()),
  },
  (t) => [
    index("letter_reports_of_letter").on(t.letterId),
    index("letter_reports_of_reporter").on(t.reporterId),
    uniqueIndex("letter_reports_open").on(t.letterId).where(sql`decided_at is null`),
    check("letter_reports_text", sql`length(${t.text}) <= 1000`),
    check(
      "letter_reports_decided",
      sql`(${t.decidedAt} is null) = (${t.outcome} is null) and (${t.decidedAt} is null) = (${t.answer} is null)`,
    ),
  ],
);

/** Another hour proposed to all clients of a slot (rule: another-hour). */
export const proposals = personalTable(
  "proposals",
  {
    id: copied(id()),
    professionalId: copied(partOf(() => professionalProfiles.id)),
    fromSlotId: copied(partOf(() => slots.id)),
    toSlotId: copied(partOf(() => slots.id)),
    /** The old hour is given up, so others are refunded. */
    withdraws: copied(boolean().notNull()),
    word: copied(text()),
    expiresAt: copied(instant().notNull()),
    createdAt: copied(createdAt()),
  },
  (t) => [
    index().on(t.professionalId, t.createdAt),
    index().on(t.fromSlotId),
    index().on(t.toSlotId),
    index().on(t.expiresAt),
    check("proposals_word", sql`length(${t.word}) <= 280`),
    check("proposals_slots", sql`${t.fromSlotId} <> ${t.toSlotId}`),
  ],
);

export const proposalAnswers = keptTable(
  "proposal_answers",
  "by which its professional knows where the booking stands",
  {
    id: kept(id()),
    proposalId: kept(partOf(() => proposals.id)),
    bookingId: kept(partOf(() => bookings.id)),
    secretHash: withheld(SECRET, text().notNull().unique()),
    seats: kept(smallint().notNull().default(1)),
    answer: copied(oneOf("accepted", "refused", "lapsed", "withdrawn")),
    answeredAt: copied(instant()),
  },
  (t) => [
    index().on(t.proposalId),
    index().on(t.bookingId),
    uniqueIndex("proposal_answers_one_open").on(t.bookingId).where(sql`answer is null`),
    check(
      "proposal_answers_answer",
      sql`${t.answer} in ('accepted', 'refused', 'lapsed', 'withdrawn')`,
    ),
    check("proposal_answers_at", sql`(${t.answer} is null) = (${t.answeredAt} is null)`),
  ],
);
