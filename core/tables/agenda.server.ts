import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  primaryKey,
  smallint,
  text,
  time,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { UnclearEvent } from "../calendars/schema.ts";
import {
  BOOKED_BY_OTHERS,
  copied,
  INTERNAL,
  kept,
  keptTable,
  personalTable,
  plainTable,
  SECRET,
  withheld,
} from "../column-facts.server.ts";
import {
  createdAt,
  id,
  instant,
  instants,
  isBounded,
  lane,
  money,
  oneOf,
  partOf,
} from "./columns.server.ts";
import { offerings, slots } from "./offerings.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

/** Calendars elsewhere (rule: calendar-in). */
export const calendars = personalTable(
  "calendars",
  {
    id: copied(id()),
    professionalId: copied(partOf(() => professionalProfiles.id)),
    name: copied(text().notNull()),
    /** A secret that must not be logged or copied. */
    url: withheld(SECRET, text().notNull()),
    etag: withheld(INTERNAL, text()),
    lastModified: withheld(INTERNAL, text()),
    nextReadAt: withheld(INTERNAL, instant().notNull()),
    readAt: copied(instant()),
    goodAt: copied(instant()),
    failingSince: copied(instant()),
    toldAt: copied(instant()),
    lastError: copied(text()),
    events: copied(integer().notNull().default(0)),
    unclear: copied(jsonb().$type<UnclearEvent[]>().notNull().default([])),
    /** Consecutive readings without an event, where there were some before. */
    emptyReads: withheld(INTERNAL, smallint().notNull().default(0)),
    createdAt: copied(createdAt()),
  },
  (t) => [unique().on(t.professionalId, t.url), index("calendars_due").on(t.nextReadAt)],
);

/** Secret address of somebody's agenda (rule: calendar-out). */
export const feeds = personalTable("feeds", {
  id: copied(id()),
  professionalId: copied(partOf(() => professionalProfiles.id).unique()),
  secretHash: withheld(SECRET, text().notNull().unique()),
  createdAt: copied(createdAt()),
  readAt: copied(instant()),
});

/** An hour freed in a calendar, offered as a place (rule: gap). */
export const gaps = personalTable(
  "gaps",
  {
    id: copied(id()),
    professionalId: copied(partOf(() => professionalProfiles.id)),
    during: copied(instants().notNull()),
    title: copied(text()),
    offeringId: copied(uuid().references(() => offerings.id, { onDelete: "cascade" })),
    cents: copied(money()),
    state: copied(oneOf("open", "published", "declined", "lapsed").notNull().default("open")),
    slotId: copied(uuid()),
    eventKey: copied(text().notNull()),
    createdAt: copied(createdAt()),
  },
  (t) => [
    unique().on(t.professionalId, t.eventKey),
    check("gaps_state", sql`${t.state} in ('open', 'published', 'declined', 'lapsed')`),
    check("gaps_during", isBounded(t.during)),
  ],
);

/** The migration adds EXCLUDE `nobody_in_two_places` (rule: one-place), unknown to Drizzle. */
export const occupied = plainTable(
  "occupied",
  "the hours of slots with a booking, which are in the copy of their professional",
  {
    id: id(),
    professionalId: partOf(() => professionalProfiles.id),
    slotId: partOf(() => slots.id).unique(),
    /** Includes the pause, as it was when taken. */
    during: instants().notNull(),
    /** `(,0)` overlaps itself and no own lane; `own_lane(slot_id)` allows other slots. */
    lane: lane().notNull().default("(,0)"),
    createdAt: createdAt(),
  },
  (t) => [
    index("occupied_by_end").on(sql`upper(${t.during})`),
    check("occupied_during", isBounded(t.during)),
    check(
      "occupied_lane",
      sql`(${t.lane} = '(,0)' or (lower(${t.lane}) > 0 and upper(${t.lane}) = lower(${t.lane}) + 1)) is true`,
    ),
  ],
);

/** Hours that close free slots and never cancel anything (rule: own-time); they may overlap. */
export const busyTimes = personalTable(
  "busy_times",
  {
    id: copied(id()),
    professionalId: copied(partOf(() => professionalProfiles.id)),
    source: copied(oneOf("absence", "busy", "outside", "calendar").notNull()),
    during: copied(instants().notNull()),
    title: copied(text()),
    calendarId: copied(uuid().references(() => calendars.id, { onDelete: "cascade" })),
    eventKey: copied(text()),
    /** Consecutive readings without it. */
    missed: withheld(INTERNAL, smallint().notNull().default(0)),
    warnedAt: copied(instant()),
    createdAt: copied(createdAt()),
  },
  (t) => [
    unique().on(t.calendarId, t.eventKey),
    index("busy_times_by_end").on(sql`upper(${t.during})`),
    index("busy_times_by_hour").using("gist", t.professionalId, t.during),
    check("busy_times_source", sql`${t.source} in ('absence', 'busy', 'outside', 'calendar')`),
    check("busy_times_during", isBounded(t.during)),
    check("busy_times_calendar", sql`(${t.source} = 'calendar') = (${t.calendarId} is not null)`),
  ],
);

/** Hours in Paris, several a day. */
export const openingHours = personalTable(
  "opening_hours",
  {
    professionalId: copied(partOf(() => professionalProfiles.id)),
    /** 1 is Monday, 7 is Sunday. */
    weekday: copied(smallint().notNull()),
    opens: copied(time().notNull()),
    closes: copied(time().notNull()),
  },
  (t) => [
    primaryKey({ columns: [t.professionalId, t.weekday, t.opens] }),
    check("opening_hours_weekday", sql`${t.weekday} between 1 and 7`),
    check("opening_hours_stretch", sql`${t.closes} > ${t.opens}`),
  ],
);

export const outsideClients = keptTable(
  "outside_clients",
  BOOKED_BY_OTHERS,
  {
    id: kept(id()),
    slotId: kept(partOf(() => slots.id)),
    name: copied(text()),
    seats: kept(smallint().notNull()),
    createdAt: kept(createdAt()),
    /** Lost with the slot; only their professional can tell them. */
    seatsLostAt: kept(instant()),
    toldAt: kept(instant()),
  },
  (t) => [
    index().on(t.slotId),
    check("outside_clients_told", sql`${t.toldAt} is null or ${t.seatsLostAt} is not null`),
    index("outside_clients_named").on(t.createdAt).where(sql`name is not null`),
    check("outside_clients_seats", sql`${t.seats} between 1 and 50`),
    check("outside_clients_name", sql`length(${t.name}) <= 100`),
  ],
);

/** Recurrence in Paris time. */
export const scheduleRules = personalTable(
  "schedule_rules",
  {
    id: copied(id()),
    offeringId: copied(partOf(() => offerings.id)),
    /** 1 is Monday, 7 is Sunday. */
    weekdays: copied(smallint().array().notNull()),
    starts: copied(time().notNull()),
    everyWeeks: copied(smallint().notNull().default(1)),
    fromDay: copied(date({ mode: "string" }).notNull()),
    /** Inclusive; null without an end. */
    untilDay: copied(date({ mode: "string" })),
    /** Allows overlapping slots (rule: one-place). */
    isParallel: copied(boolean().notNull().default(false)),
    createdAt: copied(createdAt()),
  },
  (t) => [
    index().on(t.offeringId),
    check(
      "schedule_rules_weekdays",
      sql`cardinality(${t.weekdays}) between 1 and 7 and ${t.weekdays} <@ '{1,2,3,4,5,6,7}'::smallint[]`,
    ),
    check("schedule_rules_weeks", sql`${t.everyWeeks} between 1 and 8`),
    check("schedule_rules_until", sql`${t.untilDay} is null or ${t.untilDay} >= ${t.fromDay}`),
  ],
);

/** Days without slots, all day if `starts` is null. */
export const scheduleExceptions = personalTable(
  "schedule_exceptions",
  {
    id: copied(id()),
    offeringId: copied(partOf(() => offerings.id)),
    day: copied(date({ mode: "string" }).notNull()),
    starts: copied(time()),
    why: copied(oneOf("left_out", "holiday", "moved").notNull()),
    createdAt: copied(createdAt()),
  },
  (t) => [
    unique().on(t.offeringId, t.day, t.starts).nullsNotDistinct(),
    check("schedule_exceptions_why", sql`${t.why} in ('left_out', 'holiday', 'moved')`),
  ],
);
