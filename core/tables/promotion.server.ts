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
import { createdAt, id, instant, instants, money, oneOf, partOf } from "./columns.server.ts";
import { offerings } from "./offerings.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

/** The outbox of text messages, written when sent (rule: sms-limits). */
export const sms = personal(
  "sms",
  { kept: "that one went, no longer to whom, so that none goes twice" },
  {
    id: kept(id()),
    kind: kept(text({ enum: ["reminder", "booking-soon"] }).notNull()),
    reference: kept(uuid().notNull()),
    /** Whose monthly cap counts; null once they have left. */
    professionalId: withheld(
      uuid().references(() => professionalProfiles.id, { onDelete: "set null" }),
      "under whose monthly cap it counts; the booking names them",
    ),
    /** Empty once its time is over. */
    toNumber: copied(text().notNull()),
    status: kept(oneOf("queued", "sent", "dropped").notNull().default("queued")),
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

export const smsStops = impersonal("sms_stops", "hashes of telephone numbers, of nobody by name", {
  numberHash: text().primaryKey(),
  createdAt: createdAt(),
});

/** Monthly boosts (rule: boost). */
export const boosts = personal(
  "boosts",
  {},
  {
    id: copied(id()),
    professionalId: copied(partOf(() => professionalProfiles.id)),
    offeringId: copied(partOf(() => offerings.id)),
    /** First day of the month. */
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

/** Views by day in Paris. */
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

export const dailyVisits = impersonal("daily_visits", "sums of a day, of nobody", {
  day: date({ mode: "string" }).primaryKey(),
  visits: integer().notNull(),
});

/** Counted by hour once a day is over. */
export const dailyFigures = impersonal(
  "daily_figures",
  "counted from the bookings, which are in the copy",
  {
    offeringId: partOf(() => offerings.id),
    /** Day in Paris. */
    day: date({ mode: "string" }).notNull(),
    hour: smallint().notNull(),
    professionalId: partOf(() => professionalProfiles.id),
    seats: integer().notNull(),
    filled: integer().notNull(),
    outside: integer().notNull().default(0),
    cents: money().notNull(),
    lateSeats: integer().notNull(),
    lateCents: money().notNull(),
    emptyCents: money().notNull(),
    holds: integer().notNull(),
    paid: integer().notNull(),
    /** Standing bookings, and absences among them (rule: presence-code). */
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

const sums = {
  seats: integer().notNull(),
  filled: integer().notNull(),
  eveningSeats: integer().notNull(),
  eveningFilled: integer().notNull(),
  cents: bigint({ mode: "number" }).notNull(),
  holds: integer().notNull(),
  paid: integer().notNull(),
  views: integer().notNull(),
  booked: integer().notNull().default(0),
  absent: integer().notNull().default(0),
};

export const dailyPlaces = impersonal(
  "daily_places",
  "sums of a day, of nobody",
  {
    day: date({ mode: "string" }).notNull(),
    /** Empty online, or where unknown. */
    town: text().notNull(),
    category: text().notNull(),
    ...sums,
  },
  (t) => [primaryKey({ columns: [t.day, t.town, t.category] })],
);

export const dailyTotals = impersonal("daily_totals", "sums of a day, of nobody", {
  day: date({ mode: "string" }).primaryKey(),
  ...sums,
  countedAt: instant().notNull(),
});

/** Hour of a day in Paris. */
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

/** Seats taken by each hour in Paris, for tonight and two evenings to compare. */
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

/** Movements of a day in Paris. */
export const dailyTrust = impersonal("daily_trust", "sums of a day, of nobody", {
  day: date({ mode: "string" }).primaryKey(),
  payments: integer().notNull(),
  takenCents: bigint({ mode: "number" }).notNull(),
  /** Less what was returned that day. */
  keptCents: bigint({ mode: "number" }).notNull(),
  refundedCents: bigint({ mode: "number" }).notNull(),
  disputes: integer().notNull(),
  /** Null before this was recorded. */
  joined: integer().notNull(),
  gone: integer(),
  countedAt: instant().notNull(),
});

/** Drafts that nobody else sees and no quota counts. */
export const offeringDrafts = personal(
  "offering_drafts",
  {},
  {
    id: copied(id()),
    professionalId: copied(partOf(() => professionalProfiles.id)),
    kind: copied(oneOf("session", "activity").notNull()),
    title: copied(text()),
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
