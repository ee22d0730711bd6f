import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import {
  copied,
  INTERNAL,
  kept,
  keptTable,
  PROVIDER_HANDLE,
  personalTable,
  plainTable,
  SECRET,
  withheld,
} from "../column-facts.server.ts";
import { createdAt, id, instant, oneOf, partOf } from "./columns.server.ts";
import { logins, tokenFamilies, users } from "./people.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

/** The outbox, rendered when sent; `secrets` are emptied after sending. */
export const mails = keptTable(
  "mails",
  "that one went, no longer to whom, so that none goes twice",
  {
    id: withheld(INTERNAL, id()),
    kind: kept(text().notNull()),
    reference: withheld(INTERNAL, text().notNull()),
    toAddress: copied(text().notNull()),
    data: withheld(
      "what the mail speaks of stands in the other sections",
      jsonb().notNull().default({}),
    ),
    secrets: withheld(SECRET, jsonb()),
    status: kept(oneOf("queued", "sent", "dropped").notNull().default("queued")),
    attempts: withheld(INTERNAL, integer().notNull().default(0)),
    lastError: withheld(INTERNAL, text()),
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
export const mailRefusals = personalTable(
  "mail_refusals",
  {
    userId: copied(partOf(() => users.id)),
    topic: copied(oneOf("reminders", "alerts", "waiting", "reviews").notNull()),
    refusedAt: copied(instant().notNull()),
  },
  (t) => [primaryKey({ columns: [t.userId, t.topic] })],
);

/** Messages sent through a form (rule: kept-messages). */
export const messages = personalTable(
  "messages",
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
    closedAt: withheld(INTERNAL, instant()),
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

export const demoMails = plainTable("demo_mails", "the demo's own mailbox", {
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

/** Devices for notifications, which go with their login (rule: notifications). */
export const pushSubscriptions = personalTable(
  "push_subscriptions",
  {
    id: copied(id()),
    userId: copied(partOf(() => users.id)),
    loginId: withheld(
      INTERNAL,
      uuid().references(() => logins.id, { onDelete: "cascade" }),
    ),
    familyId: withheld(
      INTERNAL,
      uuid().references(() => tokenFamilies.id, { onDelete: "cascade" }),
    ),
    endpoint: withheld(SECRET, text().notNull().unique()),
    p256dh: withheld(SECRET, text().notNull()),
    auth: withheld(SECRET, text().notNull()),
    agreedAt: copied(instant().notNull()),
  },
  (t) => [
    unique("push_subscriptions_one_per_login").on(t.loginId),
    index().on(t.userId),
    index().on(t.familyId),
    check("push_subscriptions_access", sql`num_nonnulls(${t.loginId}, ${t.familyId}) = 1`),
    check("push_subscriptions_endpoint", sql`length(${t.endpoint}) <= 1000`),
  ],
);

/** Refused topics (rule: notifications). */
export const pushRefusals = personalTable(
  "push_refusals",
  {
    userId: copied(partOf(() => users.id)),
    topic: copied(
      oneOf("alerts", "waiting", "reminders", "cancellations", "bookings", "gaps").notNull(),
    ),
    refusedAt: copied(instant().notNull()),
  },
  (t) => [primaryKey({ columns: [t.userId, t.topic] })],
);

/** The outbox of text messages, written when sent (rule: sms-limits). */
export const sms = keptTable(
  "sms",
  "that one went, no longer to whom, so that none goes twice",
  {
    id: kept(id()),
    kind: kept(text({ enum: ["reminder", "booking-soon"] }).notNull()),
    reference: kept(uuid().notNull()),
    /** Whose monthly cap counts; null once they have left. */
    professionalId: withheld(
      "under whose monthly cap it counts; the booking names them",
      uuid().references(() => professionalProfiles.id, { onDelete: "set null" }),
    ),
    /** Empty once its time is over. */
    toNumber: copied(text().notNull()),
    status: kept(oneOf("queued", "sent", "dropped").notNull().default("queued")),
    why: withheld(INTERNAL, text()),
    providerId: withheld(PROVIDER_HANDLE, text()),
    attempts: withheld(INTERNAL, integer().notNull().default(0)),
    sendAt: kept(instant().notNull()),
    createdAt: kept(createdAt()),
    sentAt: kept(instant()),
  },
  (t) => [
    unique().on(t.kind, t.reference),
    index("sms_due").on(t.sendAt).where(sql`status = 'queued'`),
    index("sms_by_time").using("brin", t.sendAt),
    index("sms_by_number").on(t.toNumber, t.createdAt),
    index("sms_by_professional").on(t.professionalId, t.createdAt),
    index("sms_to_empty").on(t.sendAt).where(sql`to_number <> ''`),
    check("sms_kind", sql`${t.kind} in ('reminder', 'booking-soon')`),
    check("sms_status", sql`${t.status} in ('queued', 'sent', 'dropped')`),
  ],
);

export const smsStops = plainTable("sms_stops", "hashes of telephone numbers, of nobody by name", {
  numberHash: text().primaryKey(),
  createdAt: createdAt(),
});
