import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, smallint, text, unique, uuid } from "drizzle-orm/pg-core";
import type { UnclearEvent } from "../calendars/schema.ts";
import { copied, OURS, personal, SECRET, withheld } from "../column-facts.server.ts";
import { createdAt, id, instant, instants, money } from "./columns.server.ts";
import { offerings } from "./offerings.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

/** A professional's calendars elsewhere, read again and again (rule: calendar-in). */
export const calendars = personal(
  "calendars",
  {},
  {
    id: copied(id()),
    professionalId: copied(
      uuid()
        .notNull()
        .references(() => professionalProfiles.id, { onDelete: "cascade" }),
    ),
    name: copied(text().notNull()),
    /** A secret, which opens the calendar: it is written to no log and no copy. */
    url: withheld(text().notNull(), SECRET),
    /** The marks by which its server knows the last good reading again. */
    etag: withheld(text(), OURS),
    lastModified: withheld(text(), OURS),
    nextReadAt: withheld(instant().notNull(), OURS),
    readAt: copied(instant()),
    /** The last reading that told what stands in it. */
    goodAt: copied(instant()),
    failingSince: copied(instant()),
    /** When its owner was told that it cannot be read. */
    toldAt: copied(instant()),
    lastError: copied(text()),
    /** How many events the last good reading had. */
    events: copied(integer().notNull().default(0)),
    /** Events to come of which the last good reading could not understand something. */
    unclear: copied(jsonb().$type<UnclearEvent[]>().notNull().default([])),
    /** Readings in a row without an event, where there were some before. */
    emptyReads: withheld(smallint().notNull().default(0), OURS),
    createdAt: copied(createdAt()),
  },
  (t) => [unique().on(t.professionalId, t.url), index("calendars_due").on(t.nextReadAt)],
);

/** The secret address at which somebody's own programs read their agenda (rule: calendar-out). */
export const feeds = personal(
  "feeds",
  {},
  {
    id: copied(id()),
    professionalId: copied(
      uuid()
        .notNull()
        .unique()
        .references(() => professionalProfiles.id, { onDelete: "cascade" }),
    ),
    secretHash: withheld(text().notNull().unique(), SECRET),
    createdAt: copied(createdAt()),
    readAt: copied(instant()),
  },
);

/** An hour that an event of a calendar set free, offered back as a place (rule: gap). */
export const gaps = personal(
  "gaps",
  {},
  {
    id: copied(id()),
    professionalId: copied(
      uuid()
        .notNull()
        .references(() => professionalProfiles.id, { onDelete: "cascade" }),
    ),
    during: copied(instants().notNull()),
    /** The event's title, for the professional alone. */
    title: copied(text()),
    /** The offering to be sold then, and the price that is proposed. */
    offeringId: copied(uuid().references(() => offerings.id, { onDelete: "cascade" })),
    cents: copied(money()),
    state: copied(
      text({ enum: ["open", "published", "declined", "lapsed"] })
        .notNull()
        .default("open"),
    ),
    /** The slot that came of it. */
    slotId: copied(uuid()),
    eventKey: copied(text().notNull()),
    createdAt: copied(createdAt()),
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
