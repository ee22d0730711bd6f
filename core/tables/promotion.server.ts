import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import {
  copied,
  impersonal,
  kept,
  OURS,
  PROVIDER,
  personal,
  withheld,
} from "../column-facts.server.ts";
import { createdAt, id, instant, instants, money } from "./columns.server.ts";
import { offerings } from "./offerings.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

/* The tools of a professional's plan: text messages, boosts, figures, drafts. */

/** The outbox of text messages. The text is written when one is sent (rule: sms-limits). */
export const sms = personal(
  "sms",
  { kept: "that one went, no longer to whom, so that none goes twice" },
  {
    id: kept(id()),
    kind: kept(text({ enum: ["reminder", "booking-soon"] }).notNull()),
    /** The booking that it speaks of. */
    reference: kept(uuid().notNull()),
    /** Under whose monthly cap it counts; null once they have left. */
    professionalId: withheld(
      uuid().references(() => professionalProfiles.id, { onDelete: "set null" }),
      "under whose monthly cap it counts; the booking names them",
    ),
    /** Empty once its time is over. */
    toNumber: copied(text().notNull()),
    status: kept(
      text({ enum: ["queued", "sent", "dropped"] })
        .notNull()
        .default("queued"),
    ),
    /** Why it was dropped. */
    why: withheld(text(), OURS),
    providerId: withheld(text(), PROVIDER),
    attempts: withheld(integer().notNull().default(0), OURS),
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

/** Numbers that want no text message any more, as hashes. */
export const smsStops = impersonal("sms_stops", "hashes of telephone numbers, of nobody by name", {
  numberHash: text().primaryKey(),
  createdAt: createdAt(),
});

/** The day at the head of its lists that a plan gives once a month (rule: boost). */
export const boosts = personal(
  "boosts",
  {},
  {
    id: copied(id()),
    professionalId: copied(
      uuid()
        .notNull()
        .references(() => professionalProfiles.id, { onDelete: "cascade" }),
    ),
    offeringId: copied(
      uuid()
        .notNull()
        .references(() => offerings.id, { onDelete: "cascade" }),
    ),
    /** The first day of the month that it is taken from. */
    month: copied(date({ mode: "string" }).notNull()),
    during: copied(instants().notNull()),
    createdAt: copied(createdAt()),
  },
  (t) => [
    unique().on(t.professionalId, t.month),
    index().on(t.offeringId),
    index("boosts_by_hour").using("gist", t.during),
    check(
      "boosts_during",
      sql`not isempty(${t.during}) and not lower_inf(${t.during}) and not upper_inf(${t.during})`,
    ),
  ],
);

/** How often the page of an offering was shown on a day in Paris, to nobody by name. */
export const dailyViews = impersonal(
  "daily_views",
  "counts of a day, of nobody by name",
  {
    day: date({ mode: "string" }).notNull(),
    offeringId: uuid().notNull(),
    views: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.offeringId] })],
);

/** How often somebody came to a public page from elsewhere on a day in Paris, nobody by name. */
export const dailyVisits = impersonal("daily_visits", "sums of a day, of nobody", {
  day: date({ mode: "string" }).primaryKey(),
  visits: integer().notNull(),
});

/** An offering's places and their fate, by the hour of their start; counted when a day is over. */
export const dailyFigures = impersonal(
  "daily_figures",
  "counted from the bookings, which are in the copy",
  {
    offeringId: uuid()
      .notNull()
      .references(() => offerings.id, { onDelete: "cascade" }),
    /** By the clock in Paris. */
    day: date({ mode: "string" }).notNull(),
    hour: smallint().notNull(),
    professionalId: uuid()
      .notNull()
      .references(() => professionalProfiles.id, { onDelete: "cascade" }),
    /** Those that outside clients left, and those of them that were booked here. */
    seats: integer().notNull(),
    filled: integer().notNull(),
    outside: integer().notNull().default(0),
    cents: money().notNull(),
    /** Those sold in the last 72 hours. */
    lateSeats: integer().notNull(),
    lateCents: money().notNull(),
    /** The price of the places that stayed free. */
    emptyCents: money().notNull(),
    holds: integer().notNull(),
    paid: integer().notNull(),
    /** Bookings that stand, and those of them whose clients did not come (rule: presence-code). */
    booked: integer().notNull().default(0),
    absent: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.offeringId, t.day, t.hour] }),
    index().on(t.professionalId, t.day),
    index("daily_figures_by_day").using("brin", t.day),
    check("daily_figures_hour", sql`${t.hour} between 0 and 23`),
  ],
);

/** Sums of everybody's figures on a day in Paris. */
const sums = {
  seats: integer().notNull(),
  filled: integer().notNull(),
  /** Those of the evening alone. */
  eveningSeats: integer().notNull(),
  eveningFilled: integer().notNull(),
  cents: bigint({ mode: "number" }).notNull(),
  holds: integer().notNull(),
  paid: integer().notNull(),
  views: integer().notNull(),
  booked: integer().notNull().default(0),
  absent: integer().notNull().default(0),
};

/** The places of a day by town and category; no town is theirs where they are online. */
export const dailyPlaces = impersonal(
  "daily_places",
  "sums of a day, of nobody",
  {
    day: date({ mode: "string" }).notNull(),
    /** Empty for what is online, or nowhere that is known. */
    town: text().notNull(),
    category: text().notNull(),
    ...sums,
  },
  (t) => [primaryKey({ columns: [t.day, t.town, t.category] })],
);

/** The same of a whole day, and when it was counted. */
export const dailyTotals = impersonal("daily_totals", "sums of a day, of nobody", {
  day: date({ mode: "string" }).primaryKey(),
  ...sums,
  countedAt: instant().notNull(),
});

/** The places of everybody that began in an hour of a day, by the clock in Paris. */
export const hourlyPlaces = impersonal(
  "hourly_places",
  "sums of an hour, of nobody",
  {
    day: date({ mode: "string" }).notNull(),
    hour: smallint().notNull(),
    seats: integer().notNull(),
    filled: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.hour] }),
    check("hourly_places_hour", sql`${t.hour} between 0 and 23`),
  ],
);

/**
 * The places of three evenings, tonight's and the two that it is compared with, that were taken by the
 * end of each hour of the day, by the clock in Paris.
 */
export const eveningCourses = impersonal(
  "evening_courses",
  "sums of an hour, of nobody",
  {
    day: date({ mode: "string" }).notNull(),
    hour: smallint().notNull(),
    taken: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.hour] }),
    check("evening_courses_hour", sql`${t.hour} between 8 and 22`),
  ],
);

/** Money, disputes and professionals of a day in Paris, as they moved on that day. */
export const dailyTrust = impersonal("daily_trust", "sums of a day, of nobody", {
  day: date({ mode: "string" }).primaryKey(),
  payments: integer().notNull(),
  takenCents: bigint({ mode: "number" }).notNull(),
  /** The commission of these payments, less what of it went back that day. */
  keptCents: bigint({ mode: "number" }).notNull(),
  refundedCents: bigint({ mode: "number" }).notNull(),
  /** Those that were opened. */
  disputes: integer().notNull(),
  /** Professionals who came, and who left; null of days before that was noted. */
  joined: integer().notNull(),
  gone: integer(),
  countedAt: instant().notNull(),
});

/** An offering as far as it was typed; nobody else sees it, and no quota counts it. */
export const offeringDrafts = personal(
  "offering_drafts",
  {},
  {
    id: copied(id()),
    professionalId: copied(
      uuid()
        .notNull()
        .references(() => professionalProfiles.id, { onDelete: "cascade" }),
    ),
    kind: copied(text({ enum: ["session", "activity"] }).notNull()),
    title: copied(text()),
    /** As they stand in the form. */
    fields: copied(jsonb().$type<Record<string, string | string[]>>().notNull()),
    version: withheld(integer().notNull().default(1), OURS),
    createdAt: copied(createdAt()),
    updatedAt: copied(instant().notNull()),
  },
  (t) => [
    index().on(t.professionalId, t.updatedAt.desc().nullsFirst()),
    index().on(t.updatedAt),
    check("offering_drafts_kind", sql`${t.kind} in ('session', 'activity')`),
  ],
);
