import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, smallint, text, unique, uuid } from "drizzle-orm/pg-core";
import type { UnclearEvent } from "../calendars/schema.ts";
import { copied, OURS, personal, SECRET, withheld } from "../column-facts.server.ts";
import { createdAt, id, instant, instants, money, oneOf, partOf } from "./columns.server.ts";
import { offerings } from "./offerings.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

/** Calendars elsewhere (rule: calendar-in). */
export const calendars = personal(
  "calendars",
  {},
  {
    id: copied(id()),
    professionalId: copied(partOf(() => professionalProfiles.id)),
    name: copied(text().notNull()),
    /** A secret that must not be logged or copied. */
    url: withheld(text().notNull(), SECRET),
    etag: withheld(text(), OURS),
    lastModified: withheld(text(), OURS),
    nextReadAt: withheld(instant().notNull(), OURS),
    readAt: copied(instant()),
    goodAt: copied(instant()),
    failingSince: copied(instant()),
    toldAt: copied(instant()),
    lastError: copied(text()),
    events: copied(integer().notNull().default(0)),
    unclear: copied(jsonb().$type<UnclearEvent[]>().notNull().default([])),
    /** Consecutive readings without an event, where there were some before. */
    emptyReads: withheld(smallint().notNull().default(0), OURS),
    createdAt: copied(createdAt()),
  },
  (t) => [unique().on(t.professionalId, t.url), index("calendars_due").on(t.nextReadAt)],
);

/** Secret address of somebody's agenda (rule: calendar-out). */
export const feeds = personal(
  "feeds",
  {},
  {
    id: copied(id()),
    professionalId: copied(partOf(() => professionalProfiles.id).unique()),
    secretHash: withheld(text().notNull().unique(), SECRET),
    createdAt: copied(createdAt()),
    readAt: copied(instant()),
  },
);

/** An hour freed in a calendar, offered as a place (rule: gap). */
export const gaps = personal(
  "gaps",
  {},
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
    check(
      "gaps_during",
      sql`not isempty(${t.during}) and not lower_inf(${t.during}) and not upper_inf(${t.during})`,
    ),
  ],
);
