import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./columns.server.ts";
import { users } from "./people.server.ts";

/** The outbox. The body is rendered when it is sent; `secrets` are emptied after sending. */
export const mails = pgTable(
  "mails",
  {
    id: id(),
    kind: text().notNull(),
    reference: text().notNull(),
    toAddress: text().notNull(),
    data: jsonb().notNull().default({}),
    secrets: jsonb(),
    status: text({ enum: ["queued", "sent", "dropped"] })
      .notNull()
      .default("queued"),
    attempts: integer().notNull().default(0),
    lastError: text(),
    createdAt: createdAt(),
    sentAt: instant(),
  },
  (t) => [
    // In the order of time, as references grow with it: by kind first it is half as large again.
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

/** Topics of which somebody wants no mail (rule: mail-topics). */
export const mailRefusals = pgTable(
  "mail_refusals",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    topic: text({ enum: ["reminders", "alerts", "waiting", "reviews"] }).notNull(),
    refusedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.topic] })],
);

/**
 * Messages sent through a form: contact, gift cards (rule: kept-messages), and withdrawals from a
 * contract.
 */
export const messages = pgTable(
  "messages",
  {
    id: id(),
    kind: text({ enum: ["contact", "gift_card", "withdrawal"] }).notNull(),
    /** The signed-in author. Without one, nobody has proved that the e-mail is theirs. */
    authorId: uuid().references(() => users.id),
    name: text().notNull(),
    email: text().notNull(),
    subject: text(),
    message: text().notNull(),
    fields: jsonb(),
    createdAt: createdAt(),
    /** When an operator closed it. */
    closedAt: instant(),
    /** The mail that an operator wrote back; null when it was answered otherwise, or not at all. */
    answer: text(),
  },
  (t) => [
    check("messages_answer", sql`length(${t.answer}) between 1 and 5000`),
    index().on(t.createdAt),
    index().on(t.authorId),
    index("messages_open").on(t.createdAt).where(sql`closed_at is null`),
    check("messages_kind", sql`${t.kind} in ('contact', 'gift_card', 'withdrawal')`),
  ],
);

/** Mails that the demo's own mail server received, shown at /demo/mails. */
export const demoMails = pgTable("demo_mails", {
  id: id(),
  to: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  html: text().notNull(),
  /** How it came: text messages and the like lie beside the mails. */
  channel: text({ enum: ["mail", "sms", "push"] })
    .notNull()
    .default("mail"),
  /** Each with its bytes in Base64. */
  attachments: jsonb()
    .$type<{ filename: string; contentType: string; content: string }[]>()
    .notNull()
    .default([]),
  sentAt: createdAt(),
});
