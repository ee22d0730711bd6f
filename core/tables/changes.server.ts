import { sql } from "drizzle-orm";
import { boolean, check, index, jsonb, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { copied, kept, LEGAL, OURS, personal, SECRET, withheld } from "../column-facts.server.ts";
import type { Basis } from "../moderation/rules.ts";
import { bookings, type Sold } from "./bookings.server.ts";
import { createdAt, id, instant, oneOf, partOf, reference } from "./columns.server.ts";
import { slots } from "./offerings.server.ts";
import { profiles } from "./people.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

/** A change that its client was told of (rule: sold-as-seen). */
export const bookingChanges = personal(
  "booking_changes",
  { kept: LEGAL },
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
export const bookingMessages = personal(
  "letters",
  { kept: "that one was written, no longer what it said" },
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
export const messageReports = personal(
  "letter_reports",
  { kept: "that a message was reported and how it was decided, no longer in what words" },
  {
    id: kept(id()),
    letterId: kept(partOf(() => bookingMessages.id)),
    reporterId: withheld(
      reference(() => profiles.id),
      OURS,
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
export const proposals = personal(
  "proposals",
  {},
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

export const proposalAnswers = personal(
  "proposal_answers",
  { kept: "by which its professional knows where the booking stands" },
  {
    id: kept(id()),
    proposalId: kept(partOf(() => proposals.id)),
    bookingId: kept(partOf(() => bookings.id)),
    secretHash: withheld(text().notNull().unique(), SECRET),
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
