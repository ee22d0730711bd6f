import { sql } from "drizzle-orm";
import { boolean, check, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./columns.server.ts";
import { profiles } from "./people.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

/**
 * The offering that it is about, or the professional's own page where there is none. A case outlives
 * an offering that its owner deletes.
 */
const content = () => ({
  offeringId: uuid(),
  professionalId: uuid()
    .notNull()
    .references(() => professionalProfiles.id, { onDelete: "cascade" }),
});

/** Decisions about what a professional has published (rule: reported-content). */
export const contentDecisions = pgTable(
  "content_decisions",
  {
    id: id(),
    ...content(),
    measure: text({ enum: ["none", "correction", "picture", "hidden"] }).notNull(),
    /** Null where nothing is wrong. */
    basis: text({ enum: ["health", "title", "misleading", "hate", "rights", "rules"] }),
    /** The facts, as both sides were told. */
    facts: text().notNull(),
    /** Whether the offering was on sale until then. */
    wasActive: boolean().notNull(),
    /** The picture that was taken down, to be shown again if that was wrong. */
    imageUrl: text(),
    decidedAt: createdAt(),
    /** By when it is to be corrected. */
    dueAt: instant(),
    /** When another decision took its place, or it asked for nothing. */
    endedAt: instant(),
  },
  (t) => [
    index().on(t.offeringId),
    index().on(t.professionalId),
    index("content_decisions_in_force").on(t.decidedAt).where(sql`ended_at is null`),
    check("content_decisions_facts", sql`length(${t.facts}) between 1 and 1000`),
    check("content_decisions_basis", sql`(${t.measure} = 'none') = (${t.basis} is null)`),
    check("content_decisions_due", sql`(${t.measure} = 'correction') = (${t.dueAt} is not null)`),
  ],
);

/** Objections to an offering or a professional's page, and words that our filter has found in it. */
export const contentReports = pgTable(
  "content_reports",
  {
    id: id(),
    ...content(),
    /** Null of somebody without a login, and of the filter. */
    reporterId: uuid().references(() => profiles.id),
    /** As it was typed, or the account's; null of the filter, and once it is deleted. */
    email: text(),
    reason: text({
      enum: ["health", "title", "misleading", "hate", "rights", "other", "filter"],
    }).notNull(),
    /** The filter's are the words that it has found. */
    text: text().notNull(),
    /** Whether it is about the picture alone. */
    isPicture: boolean().notNull().default(false),
    /** The content as it was then: its owner may change or delete it before somebody decides. */
    snapshot: jsonb().$type<{
      kind: "session" | "activity" | "professional";
      title: string;
      texts: string[];
      imageUrl: string | null;
    }>(),
    createdAt: createdAt(),
    /** Null while it waits. */
    decisionId: uuid().references(() => contentDecisions.id),
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
export const contentAppeals = pgTable(
  "content_appeals",
  {
    id: id(),
    decisionId: uuid()
      .notNull()
      .references(() => contentDecisions.id, { onDelete: "cascade" }),
    /** The report whose author may contest; null for the professional. */
    reportId: uuid().references(() => contentReports.id, { onDelete: "cascade" }),
    secretHash: text().notNull(),
    expiresAt: instant().notNull(),
    /** Null until the link was used. */
    askedAt: instant(),
    text: text().notNull().default(""),
    /** The decision that answers it. */
    answerId: uuid().references(() => contentDecisions.id, { onDelete: "set null" }),
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
