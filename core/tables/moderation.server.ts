import { sql } from "drizzle-orm";
import { boolean, check, index, jsonb, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { copied, kept, LEGAL, OURS, personal, withheld } from "../column-facts.server.ts";
import { bookings } from "./bookings.server.ts";
import { letters } from "./changes.server.ts";
import { createdAt, id, instant } from "./columns.server.ts";
import { profiles } from "./people.server.ts";
import { professionalProfiles } from "./professionals.server.ts";
import { reviews } from "./reviews.server.ts";
import { termsChanges } from "./settings.server.ts";

/**
 * The offering that it is about, or the professional's own page where there is none. A case outlives
 * an offering that its owner deletes.
 */
const content = () => ({
  offeringId: kept(uuid()),
  professionalId: kept(
    uuid()
      .notNull()
      .references(() => professionalProfiles.id, { onDelete: "cascade" }),
  ),
});

/** Decisions about what a professional has published (rule: reported-content). */
export const contentDecisions = personal(
  "content_decisions",
  {
    kept: "that something published was decided about, and on what ground, no longer in what words",
  },
  {
    id: kept(id()),
    ...content(),
    measure: kept(text({ enum: ["none", "correction", "picture", "hidden", "removed"] }).notNull()),
    /** Null where nothing is wrong. */
    basis: kept(
      text({
        enum: ["health", "title", "misleading", "hate", "privacy", "rights", "rules"],
      }),
    ),
    /** The facts, as both sides were told; empty once the professional's account was deleted. */
    facts: copied(text().notNull()),
    /** Whether the offering was on sale until then. */
    wasActive: kept(boolean().notNull()),
    /** The picture that was taken down, to be shown again if that was wrong. */
    imageUrl: kept(text()),
    decidedAt: kept(createdAt()),
    /** By when it is to be corrected. */
    dueAt: kept(instant()),
    /** When another decision took its place, or it asked for nothing. */
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

/** Objections to an offering or a professional's page, and words that our filter has found in it. */
export const contentReports = personal(
  "content_reports",
  { kept: "that something was reported and how it was decided, no longer in what words" },
  {
    id: kept(id()),
    ...content(),
    /** Null of somebody without a login, and of the filter. */
    reporterId: withheld(
      uuid().references(() => profiles.id),
      OURS,
    ),
    /** As it was typed, or the account's; null of the filter, and once it is deleted. */
    email: copied(text()),
    reason: kept(
      text({
        enum: ["health", "title", "misleading", "hate", "rights", "other", "filter"],
      }).notNull(),
    ),
    /** The filter's are the words that it has found. */
    text: copied(text().notNull()),
    /** Whether it is about the picture alone. */
    isPicture: kept(boolean().notNull().default(false)),
    /** The content as it was then: its owner may change or delete it before somebody decides. */
    snapshot: withheld(
      jsonb().$type<{
        kind: "session" | "activity" | "professional";
        title: string;
        texts: string[];
        imageUrl: string | null;
      }>(),
      "what somebody else had published",
    ),
    createdAt: kept(createdAt()),
    /** Null while it waits. */
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

/** Links by which a side of a decision can contest it, and what they wrote (rule: contested-decision). */
export const contentAppeals = personal(
  "content_appeals",
  { kept: "that a decision was contested, no longer in what words" },
  {
    id: kept(id()),
    decisionId: kept(
      uuid()
        .notNull()
        .references(() => contentDecisions.id, { onDelete: "cascade" }),
    ),
    /** The report whose author may contest; null for the professional. */
    reportId: kept(uuid().references(() => contentReports.id, { onDelete: "cascade" })),
    expiresAt: kept(instant().notNull()),
    /** Null until the link was used. */
    askedAt: kept(instant()),
    text: copied(text().notNull().default("")),
    /** The decision that answers it. */
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

/**
 * Somebody's words against a decision about a review or a message, once for each decision (rule:
 * contested-case).
 */
export const caseContests = personal(
  "case_contests",
  { kept: "that a decision was contested, no longer in what words" },
  {
    id: kept(id()),
    reviewId: kept(uuid().references(() => reviews.id, { onDelete: "cascade" })),
    letterId: copied(uuid().references(() => letters.id, { onDelete: "cascade" })),
    /** The report whose author contests; null for an author of what was decided about. */
    reportId: kept(uuid()),
    /** Whether it is the author of the reply to the review. */
    isReply: kept(boolean().notNull().default(false)),
    /** When what is contested was decided. */
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

/**
 * Decisions about whole accounts: a suspension, or the end of a professional's relationship with us
 * (rules: account-decision, ending-notice), and how its owner contests it.
 */
export const accountDecisions = personal(
  "account_decisions",
  { kept: "that an account was closed and on what ground, no longer in what words" },
  {
    id: kept(id()),
    userId: withheld(
      uuid()
        .notNull()
        .references(() => profiles.id, { onDelete: "cascade" }),
      OURS,
    ),
    measure: kept(text({ enum: ["suspended", "ended"] }).notNull()),
    basis: kept(
      text({
        enum: [
          ...["health", "title", "misleading", "hate", "privacy", "rights", "rules"],
          ...["fraud", "forgery", "order"],
        ] as const,
      }).notNull(),
    ),
    /** The facts, as its owner was told; empty once the account was deleted. */
    facts: copied(text().notNull()),
    /** How we came to know: somebody has told us, or we have looked ourselves. */
    source: kept(text({ enum: ["told", "looked"] }).notNull()),
    /** Why an end does not wait thirty days; null of one that does, and of a suspension. */
    urgency: kept(text({ enum: ["law", "fraud", "repeated"] })),
    /** The fate of what is booked with a professional from then on. */
    booked: kept(text({ enum: ["kept", "refunded"] }).notNull()),
    /** The change of our terms that its owner has refused; null of what we have decided. */
    termsChangeId: withheld(
      uuid().references(() => termsChanges.id),
      OURS,
    ),
    decidedAt: kept(createdAt()),
    effectiveAt: kept(instant().notNull()),
    /** When the account was closed; null as long as the notice runs. */
    carriedOutAt: kept(instant()),
    /** When it was lifted or taken back. */
    endedAt: kept(instant()),
    contestedAt: kept(instant()),
    contest: copied(text().notNull().default("")),
    /** When it was answered, or lifted without having been contested. */
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

/** The choice of a client whose professional is suspended or leaves (rule: booked-clients-choose). */
export const bookingChoices = personal(
  "booking_choices",
  { kept: LEGAL },
  {
    id: kept(id()),
    decisionId: kept(
      uuid()
        .notNull()
        .references(() => accountDecisions.id, { onDelete: "cascade" }),
    ),
    bookingId: kept(
      uuid()
        .notNull()
        .references(() => bookings.id, { onDelete: "cascade" }),
    ),
    createdAt: kept(createdAt()),
    /** Null as long as nothing was chosen, which keeps the booking. */
    chosen: kept(text({ enum: ["kept", "refunded"] })),
    chosenAt: kept(instant()),
  },
  (t) => [unique().on(t.decisionId, t.bookingId), index().on(t.bookingId)],
);
