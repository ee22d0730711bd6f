import { sql } from "drizzle-orm";
import { boolean, check, index, jsonb, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import {
  copied,
  INTERNAL,
  KEPT_BY_LAW,
  kept,
  keptTable,
  withheld,
} from "../column-facts.server.ts";
import { bookingMessages, reviews } from "./booking-exchanges.server.ts";
import { bookings } from "./bookings.server.ts";
import { createdAt, id, instant, oneOf, partOf } from "./columns.server.ts";
import { profiles } from "./people.server.ts";
import { professionalProfiles } from "./professionals.server.ts";
import { termsChanges } from "./settings.server.ts";

/** Means the professional's page without an offering; a case outlives a deleted one. */
const content = () => ({
  offeringId: kept(uuid()),
  professionalId: kept(partOf(() => professionalProfiles.id)),
});

/** Decisions about published content (rule: reported-content). */
export const contentDecisions = keptTable(
  "content_decisions",
  "that something published was decided about, and on what ground, no longer in what words",
  {
    id: kept(id()),
    ...content(),
    measure: kept(oneOf("none", "correction", "picture", "hidden", "removed").notNull()),
    basis: kept(oneOf("health", "title", "misleading", "hate", "privacy", "rights", "rules")),
    /** Empty once the professional's account was deleted. */
    facts: copied(text().notNull()),
    wasActive: kept(boolean().notNull()),
    imageUrl: kept(text()),
    decidedAt: kept(createdAt()),
    dueAt: kept(instant()),
    endedAt: kept(instant()),
  },
  (t) => [
    index().on(t.offeringId),
    index().on(t.professionalId),
    index("content_decisions_in_force").on(t.decidedAt).where(sql`ended_at is null`),
    check("content_decisions_facts", sql`length(${t.facts}) <= 1000`),
    check("content_decisions_basis", sql`(${t.measure} = 'none') = (${t.basis} is null)`),
    check("content_decisions_due", sql`(${t.measure} = 'correction') = (${t.dueAt} is not null)`),
  ],
);

export const contentReports = keptTable(
  "content_reports",
  "that something was reported and how it was decided, no longer in what words",
  {
    id: kept(id()),
    ...content(),
    /** Null for a visitor, and for the filter. */
    reporterId: withheld(
      INTERNAL,
      uuid().references(() => profiles.id),
    ),
    /** Null for the filter, and once it is deleted. */
    email: copied(text()),
    reason: kept(
      oneOf("health", "title", "misleading", "hate", "rights", "other", "filter").notNull(),
    ),
    text: copied(text().notNull()),
    isPicture: kept(boolean().notNull().default(false)),
    /** A copy, since its owner may change it before somebody decides. */
    snapshot: withheld(
      "what somebody else had published",
      jsonb().$type<{
        kind: "session" | "activity" | "professional";
        title: string;
        texts: string[];
        imageUrl: string | null;
      }>(),
    ),
    createdAt: kept(createdAt()),
    decisionId: kept(uuid().references(() => contentDecisions.id)),
  },
  (t) => [
    index().on(t.offeringId),
    index().on(t.professionalId),
    index().on(t.reporterId),
    index().on(t.decisionId),
    index("content_reports_open").on(t.createdAt).where(sql`decision_id is null`),
    check("content_reports_text", sql`length(${t.text}) <= 1000`),
  ],
);

/** Links to contest a decision, and what was written (rule: contested-decision). */
export const contentAppeals = keptTable(
  "content_appeals",
  "that a decision was contested, no longer in what words",
  {
    id: kept(id()),
    decisionId: kept(partOf(() => contentDecisions.id)),
    /** Null for the professional. */
    reportId: kept(uuid().references(() => contentReports.id, { onDelete: "cascade" })),
    expiresAt: kept(instant().notNull()),
    /** Null until the link was used. */
    askedAt: kept(instant()),
    text: copied(text().notNull().default("")),
    answerId: kept(uuid().references(() => contentDecisions.id, { onDelete: "set null" })),
  },
  (t) => [
    index().on(t.decisionId),
    index().on(t.reportId),
    index().on(t.answerId),
    index("content_appeals_open")
      .on(t.askedAt)
      .where(sql`asked_at is not null and answer_id is null`),
    check("content_appeals_text", sql`length(${t.text}) <= 1000`),
  ],
);

/** Contests of decisions about reviews or messages (rule: contested-case). */
export const caseContests = keptTable(
  "case_contests",
  "that a decision was contested, no longer in what words",
  {
    id: kept(id()),
    reviewId: kept(uuid().references(() => reviews.id, { onDelete: "cascade" })),
    letterId: copied(uuid().references(() => bookingMessages.id, { onDelete: "cascade" })),
    /** Null for an author of what was decided about. */
    reportId: kept(uuid()),
    isReply: kept(boolean().notNull().default(false)),
    decidedAt: kept(instant().notNull()),
    text: copied(text().notNull()),
    contestedAt: kept(createdAt()),
    answeredAt: kept(instant()),
  },
  (t) => [
    index().on(t.reviewId),
    index().on(t.letterId),
    unique("case_contests_once")
      .on(t.reviewId, t.letterId, t.reportId, t.isReply, t.decidedAt)
      .nullsNotDistinct(),
    index("case_contests_open").on(t.contestedAt).where(sql`answered_at is null`),
    check("case_contests_subject", sql`(${t.reviewId} is null) <> (${t.letterId} is null)`),
    check("case_contests_text", sql`length(${t.text}) <= 1000`),
  ],
);

/** Decisions about whole accounts, and their contests (rules: account-decision, ending-notice). */
export const accountDecisions = keptTable(
  "account_decisions",
  "that an account was closed and on what ground, no longer in what words",
  {
    id: kept(id()),
    userId: withheld(
      INTERNAL,
      partOf(() => profiles.id),
    ),
    measure: kept(oneOf("suspended", "ended").notNull()),
    basis: kept(
      text({
        enum: [
          ...["health", "title", "misleading", "hate", "privacy", "rights", "rules"],
          ...["fraud", "forgery", "order"],
        ] as const,
      }).notNull(),
    ),
    /** Empty once the account was deleted. */
    facts: copied(text().notNull()),
    source: kept(oneOf("told", "looked").notNull()),
    /** Reason for skipping the thirty days; null otherwise. */
    urgency: kept(oneOf("law", "fraud", "repeated")),
    booked: kept(oneOf("kept", "refunded").notNull()),
    /** Terms that the owner refused; null for our own decision. */
    termsChangeId: withheld(
      INTERNAL,
      uuid().references(() => termsChanges.id),
    ),
    decidedAt: kept(createdAt()),
    effectiveAt: kept(instant().notNull()),
    /** Null as long as the notice runs. */
    carriedOutAt: kept(instant()),
    endedAt: kept(instant()),
    contestedAt: kept(instant()),
    contest: copied(text().notNull().default("")),
    /** Also set when lifted without a contest. */
    answeredAt: kept(instant()),
    answer: copied(text().notNull().default("")),
  },
  (t) => [
    index().on(t.userId),
    uniqueIndex("account_decisions_in_force").on(t.userId, t.measure).where(sql`ended_at is null`),
    index("account_decisions_contested")
      .on(t.contestedAt)
      .where(sql`contested_at is not null and answered_at is null`),
    index("account_decisions_due")
      .on(t.effectiveAt)
      .where(sql`carried_out_at is null and ended_at is null`),
    check("account_decisions_facts", sql`length(${t.facts}) <= 1000`),
    check(
      "account_decisions_words",
      sql`length(${t.contest}) <= 1000 and length(${t.answer}) <= 1000`,
    ),
    check("account_decisions_urgency", sql`${t.urgency} is null or ${t.measure} = 'ended'`),
  ],
);

/** Clients' choices on suspension or departure (rule: booked-clients-choose). */
export const bookingChoices = keptTable(
  "booking_choices",
  KEPT_BY_LAW,
  {
    id: kept(id()),
    decisionId: kept(partOf(() => accountDecisions.id)),
    bookingId: kept(partOf(() => bookings.id)),
    createdAt: kept(createdAt()),
    /** Null keeps the booking. */
    chosen: kept(oneOf("kept", "refunded")),
    chosenAt: kept(instant()),
  },
  (t) => [unique().on(t.decisionId, t.bookingId), index().on(t.bookingId)],
);
