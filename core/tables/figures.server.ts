import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  index,
  integer,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { plainTable } from "../column-facts.server.ts";
import { instant, money, partOf } from "./columns.server.ts";
import { offerings } from "./offerings.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

/** Views by day in Paris. */
export const dailyViews = plainTable(
  "daily_views",
  "counts of a day, of nobody by name",
  {
    day: date({ mode: "string" }).notNull(),
    offeringId: uuid().notNull(),
    views: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.offeringId] })],
);

export const dailyVisits = plainTable("daily_visits", "sums of a day, of nobody", {
  day: date({ mode: "string" }).primaryKey(),
  visits: integer().notNull(),
});

/** Counted by hour once a day is over. */
export const dailyFigures = plainTable(
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

export const dailyPlaces = plainTable(
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

export const dailyTotals = plainTable("daily_totals", "sums of a day, of nobody", {
  day: date({ mode: "string" }).primaryKey(),
  ...sums,
  countedAt: instant().notNull(),
});

/** Hour of a day in Paris. */
export const hourlyPlaces = plainTable(
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
export const eveningCourses = plainTable(
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
export const dailyTrust = plainTable("daily_trust", "sums of a day, of nobody", {
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

/** Hashed until several people made the search (rule: missed-searches). */
export const missedSearches = plainTable(
  "missed_searches",
  "words that several people have looked for, of nobody by name",
  {
    day: date({ mode: "string" }).notNull(),
    key: text().notNull(),
    /** Our own name for the commune, never as typed. */
    town: text().notNull(),
    words: text(),
    /** Each network once a day and process. */
    visitors: integer().notNull(),
    /** Empty when it is nowhere. */
    nearest: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.key, t.day] }),
    index("missed_searches_told").on(t.day, t.key, t.visitors).where(sql`words is not null`),
    index("missed_searches_untold").on(t.day).where(sql`words is null`),
  ],
);
