import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Basis } from "../moderation/rules.ts";
import { bookings, type Sold } from "./bookings.server.ts";
import { createdAt, id, instant } from "./columns.server.ts";
import { slots } from "./offerings.server.ts";
import { profiles } from "./people.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

/* The events after a booking was made: changes, messages and proposals. */

/** A change of what was sold, which its client was told of (rule: sold-as-seen). */
export const bookingChanges = pgTable(
  "booking_changes",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id, { onDelete: "cascade" }),
    was: jsonb().$type<Sold>().notNull(),
    isNow: jsonb().$type<Sold>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.bookingId, t.createdAt)],
);

/** Messages between client and professional about a booking (rule: writing-through-us). */
export const letters = pgTable(
  "letters",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id, { onDelete: "cascade" }),
    by: text({ enum: ["client", "professional"] }).notNull(),
    /** Empty once its author has left, or its time is over. */
    text: text().notNull(),
    createdAt: createdAt(),
    readAt: instant(),
    /** When an operator took it away (rule: reported-messages). */
    removedAt: instant(),
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

/** Objections of its reader to a message, and how the operator decided (rule: reported-messages). */
export const letterReports = pgTable(
  "letter_reports",
  {
    id: id(),
    letterId: uuid()
      .notNull()
      .references(() => letters.id, { onDelete: "cascade" }),
    reporterId: uuid()
      .notNull()
      .references(() => profiles.id),
    reason: text({ enum: ["insulting", "private", "soliciting", "other"] }).notNull(),
    /** Empty once its author's account was deleted. */
    text: text().notNull(),
    createdAt: createdAt(),
    decidedAt: instant(),
    outcome: text({ enum: ["kept", "removed"] }),
    /** The operator's reason, as both sides were told. */
    answer: text(),
    /** The law or rule that it was taken away by. */
    basis: text().$type<Basis>(),
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

/** Another hour that a professional proposes to everybody in a booked slot (rule: another-hour). */
export const proposals = pgTable(
  "proposals",
  {
    id: id(),
    professionalId: uuid()
      .notNull()
      .references(() => professionalProfiles.id, { onDelete: "cascade" }),
    fromSlotId: uuid()
      .notNull()
      .references(() => slots.id, { onDelete: "cascade" }),
    toSlotId: uuid()
      .notNull()
      .references(() => slots.id, { onDelete: "cascade" }),
    /** Whether the old hour is given up, so that whoever does not come along is refunded. */
    withdraws: boolean().notNull(),
    word: text(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
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

/** The answer of each client to a proposal, by the secret link in their mail. */
export const proposalAnswers = pgTable(
  "proposal_answers",
  {
    id: id(),
    proposalId: uuid()
      .notNull()
      .references(() => proposals.id, { onDelete: "cascade" }),
    bookingId: uuid()
      .notNull()
      .references(() => bookings.id, { onDelete: "cascade" }),
    secretHash: text().notNull().unique(),
    /** The seats that are kept for them at the new hour. */
    seats: smallint().notNull().default(1),
    answer: text({ enum: ["accepted", "refused", "lapsed", "withdrawn"] }),
    answeredAt: instant(),
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
