import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { UnclearEvent } from "../calendars/schema.ts";
import { createdAt, id, instant, instants, money } from "./columns.server.ts";
import { offerings } from "./offerings.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

/** A professional's calendars elsewhere, read again and again (rule: calendar-in). */
export const calendars = pgTable(
  "calendars",
  {
    id: id(),
    professionalId: uuid()
      .notNull()
      .references(() => professionalProfiles.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** A secret, which opens the calendar: it is written to no log and no copy. */
    url: text().notNull(),
    /** The marks by which its server knows the last good reading again. */
    etag: text(),
    lastModified: text(),
    nextReadAt: instant().notNull(),
    readAt: instant(),
    /** The last reading that told what stands in it. */
    goodAt: instant(),
    failingSince: instant(),
    /** When its owner was told that it cannot be read. */
    toldAt: instant(),
    lastError: text(),
    /** How many events the last good reading had. */
    events: integer().notNull().default(0),
    /** Events to come of which the last good reading could not understand something. */
    unclear: jsonb().$type<UnclearEvent[]>().notNull().default([]),
    /** Readings in a row without an event, where there were some before. */
    emptyReads: smallint().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [unique().on(t.professionalId, t.url), index("calendars_due").on(t.nextReadAt)],
);

/** The secret address at which somebody's own programs read their agenda (rule: calendar-out). */
export const feeds = pgTable("feeds", {
  id: id(),
  professionalId: uuid()
    .notNull()
    .unique()
    .references(() => professionalProfiles.id, { onDelete: "cascade" }),
  secretHash: text().notNull().unique(),
  createdAt: createdAt(),
  readAt: instant(),
});

/** An hour that an event of a calendar set free, offered back as a place (rule: gap). */
export const gaps = pgTable(
  "gaps",
  {
    id: id(),
    professionalId: uuid()
      .notNull()
      .references(() => professionalProfiles.id, { onDelete: "cascade" }),
    during: instants().notNull(),
    /** The event's title, for the professional alone. */
    title: text(),
    /** The offering to be sold then, and the price that is proposed. */
    offeringId: uuid().references(() => offerings.id, { onDelete: "cascade" }),
    cents: money(),
    state: text({ enum: ["open", "published", "declined", "lapsed"] })
      .notNull()
      .default("open"),
    /** The slot that came of it. */
    slotId: uuid(),
    eventKey: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique().on(t.professionalId, t.eventKey),
    check("gaps_state", sql`${t.state} in ('open', 'published', 'declined', 'lapsed')`),
    check(
      "gaps_during",
      sql`not isempty(${t.during}) and not lower_inf(${t.during}) and not upper_inf(${t.during})`,
    ),
  ],
);
