import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  index,
  jsonb,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { copied, impersonal, OURS, personal, withheld } from "../column-facts.server.ts";
import { area, createdAt, id, instant, money } from "./columns.server.ts";
import { users } from "./people.server.ts";

/** The conditions of an alert, in the names and words of an address of the list. */
export type StoredConditions = Record<string, string | number>;

/** People without an account who keep searches: their mailbox has answered (rule: guest-alerts). */
export const alertGuests = impersonal(
  "alert_guests",
  "an address without an account; its searches are in the copy of the account that has it",
  {
    id: id(),
    email: text().notNull().unique(),
    createdAt: createdAt(),
  },
);

/** Searches of guests whose mailbox has not answered yet, with the link in its mail. */
export const alertLinks = impersonal(
  "alert_links",
  "one-time links, for three days; whoever typed the address wrote what stands there",
  {
    id: id(),
    secretHash: text().notNull(),
    email: text().notNull(),
    conditions: jsonb().$type<StoredConditions>().notNull(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    followedAt: instant(),
  },
  (t) => [index().on(t.expiresAt), index().on(t.email)],
);

/**
 * Searches that somebody has kept (rule: alerts). The columns after the conditions follow from them:
 * an index finds by these the alerts that a slot may concern, and the search itself decides.
 */
export const alerts = personal(
  "alerts",
  {},
  {
    id: copied(id()),
    /** Its owner is an account or a guest. */
    userId: copied(uuid().references(() => users.id, { onDelete: "cascade" })),
    guestId: withheld(
      uuid().references(() => alertGuests.id, { onDelete: "cascade" }),
      "of somebody without an account, never beside one",
    ),
    conditions: copied(jsonb().$type<StoredConditions>().notNull()),
    /** When its owner asked for mails about it. */
    agreedAt: copied(instant().notNull()),
    pausedAt: copied(instant()),
    /**
     * `number_of` one mark that all have that fit: its activity type's, as in `listed_slots`, or a
     * word's; 0 for any.
     */
    type: withheld(bigint({ mode: "bigint" }).notNull(), OURS),
    /** A rectangle in degrees, longitude first, around the circle that is meant; without a place far larger than the earth. */
    area: withheld(area().notNull(), "the place and radius in the conditions, as a rectangle"),
    seats: withheld(smallint().notNull(), OURS),
    /** The prices that it looks for: from here on, and below. */
    fromCents: withheld(money().notNull(), OURS),
    belowCents: withheld(money(), OURS),
    /** The day in Paris that it is about; null for any. */
    day: withheld(date({ mode: "string" }), OURS),
    /** The days of the week in Paris, the bit 1 for Monday and 64 for Sunday. */
    weekdays: withheld(smallint().notNull().default(127), OURS),
    createdAt: copied(createdAt()),
  },
  (t) => [
    index("alerts_by_type_and_area").using("gist", t.type, t.area).where(sql`paused_at is null`),
    index().on(t.userId),
    index("alerts_of_guest").on(t.guestId).where(sql`guest_id is not null`),
    index("alerts_by_category")
      .on(sql`search_key(conditions ->> 'category')`)
      .where(sql`conditions ? 'category'`),
    index("alerts_by_day").on(t.day).where(sql`day is not null`),
    check("alerts_seats", sql`${t.seats} between 1 and 6`),
    check("alerts_owner", sql`num_nonnulls(${t.userId}, ${t.guestId}) = 1`),
    check("alerts_weekdays", sql`${t.weekdays} between 1 and 127`),
  ],
);

/** Slots that an alert was found for, to be told or told already. */
export const alertFinds = personal(
  "alert_finds",
  {},
  {
    alertId: copied(
      uuid()
        .notNull()
        .references(() => alerts.id, { onDelete: "cascade" }),
    ),
    /**
     * No reference: a slot that comes may write a thousand rows, and one that goes is no longer found
     * by a search; what is left of it goes by its start.
     */
    slotId: copied(uuid().notNull()),
    startsAt: copied(instant().notNull()),
    foundAt: copied(instant().notNull()),
    toldAt: copied(instant()),
  },
  (t) => [
    primaryKey({ columns: [t.alertId, t.slotId] }),
    index("alert_finds_by_start").on(t.startsAt),
    index("alert_finds_untold").on(t.alertId).where(sql`told_at is null`),
  ],
);
