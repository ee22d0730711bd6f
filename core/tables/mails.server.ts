import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import {
  copied,
  impersonal,
  kept,
  OURS,
  personal,
  SECRET,
  withheld,
} from "../column-facts.server.ts";
import { createdAt, id, instant, oneOf, partOf } from "./columns.server.ts";
import { users } from "./people.server.ts";

/** The outbox, rendered when sent; `secrets` are emptied after sending. */
export const mails = personal(
  "mails",
  { kept: "that one went, no longer to whom, so that none goes twice" },
  {
    id: withheld(id(), OURS),
    kind: kept(text().notNull()),
    reference: withheld(text().notNull(), OURS),
    toAddress: copied(text().notNull()),
    data: withheld(
      jsonb().notNull().default({}),
      "what the mail speaks of stands in the other sections",
    ),
    secrets: withheld(jsonb(), SECRET),
    status: kept(oneOf("queued", "sent", "dropped").notNull().default("queued")),
    attempts: withheld(integer().notNull().default(0), OURS),
    lastError: withheld(text(), OURS),
    createdAt: copied(createdAt()),
    sentAt: copied(instant()),
  },
  (t) => [
    // By kind first, this index would be half as large again.
    unique().on(t.reference, t.kind),
    index().on(t.createdAt),
    index().on(t.toAddress),
    index("mails_by_kind").on(t.kind, t.createdAt.desc().nullsFirst()),
    index("mails_of_booking")
      .on(sql`(${t.data} ->> 'bookingId')`)
      .where(sql`data ->> 'bookingId' is not null`),
    index("mails_refused")
      .on(t.createdAt)
      .where(sql`status = 'dropped' and last_error is not null`),
    index("mails_queued").on(t.createdAt).where(sql`status = 'queued'`),
    check("mails_secrets", sql`${t.status} = 'queued' or ${t.secrets} is null`),
  ],
);

/** Refused topics (rule: mail-topics). */
export const mailRefusals = personal(
  "mail_refusals",
  {},
  {
    userId: copied(partOf(() => users.id)),
    topic: copied(oneOf("reminders", "alerts", "waiting", "reviews").notNull()),
    refusedAt: copied(instant().notNull()),
  },
  (t) => [primaryKey({ columns: [t.userId, t.topic] })],
);

/** Messages sent through a form (rule: kept-messages). */
export const messages = personal(
  "messages",
  {},
  {
    id: copied(id()),
    kind: copied(oneOf("contact", "gift_card", "withdrawal").notNull()),
    /** Null if signed out, and then the e-mail is unproved. */
    authorId: copied(uuid().references(() => users.id)),
    name: copied(text().notNull()),
    email: copied(text().notNull()),
    subject: copied(text()),
    message: copied(text().notNull()),
    fields: copied(jsonb()),
    createdAt: copied(createdAt()),
    closedAt: withheld(instant(), OURS),
    answer: copied(text()),
  },
  (t) => [
    check("messages_answer", sql`length(${t.answer}) between 1 and 5000`),
    index().on(t.createdAt),
    index().on(t.authorId),
    index("messages_open").on(t.createdAt).where(sql`closed_at is null`),
    check("messages_kind", sql`${t.kind} in ('contact', 'gift_card', 'withdrawal')`),
  ],
);

export const demoMails = impersonal("demo_mails", "the demo's own mailbox", {
  id: id(),
  to: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  html: text().notNull(),
  channel: oneOf("mail", "sms", "push").notNull().default("mail"),
  /** Base64. */
  attachments: jsonb()
    .$type<{ filename: string; contentType: string; content: string }[]>()
    .notNull()
    .default([]),
  sentAt: createdAt(),
});
