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
import { area, createdAt, id, instant, money, partOf } from "./columns.server.ts";
import { users } from "./people.server.ts";

export type StoredConditions = Record<string, string | number>;

/** People without an account, whose mailbox has answered (rule: guest-alerts). */
export const alertGuests = impersonal(
  "alert_guests",
  "an address without an account; its searches are in the copy of the account that has it",
  {
    id: id(),
    email: text().notNull().unique(),
    createdAt: createdAt(),
  },
);

/** The mailbox has not answered yet. */
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

/** Kept searches (rule: alerts), with columns that index them for a slot. */
export const alerts = personal(
  "alerts",
  {},
  {
    id: copied(id()),
    userId: copied(uuid().references(() => users.id, { onDelete: "cascade" })),
    guestId: withheld(
      uuid().references(() => alertGuests.id, { onDelete: "cascade" }),
      "of somebody without an account, never beside one",
    ),
    conditions: copied(jsonb().$type<StoredConditions>().notNull()),
    agreedAt: copied(instant().notNull()),
    pausedAt: copied(instant()),
    /** `number_of` one mark of all matches, an activity type or a word; 0 for any. */
    type: withheld(bigint({ mode: "bigint" }).notNull(), OURS),
    /** Rectangle in degrees, longitude first; larger than the earth without a place. */
    area: withheld(area().notNull(), "the place and radius in the conditions, as a rectangle"),
    seats: withheld(smallint().notNull(), OURS),
    fromCents: withheld(money().notNull(), OURS),
    belowCents: withheld(money(), OURS),
    /** Day in Paris; null for any. */
    day: withheld(date({ mode: "string" }), OURS),
    /** Days in Paris as bits, 1 for Monday to 64 for Sunday. */
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

export const alertFinds = personal(
  "alert_finds",
  {},
  {
    alertId: copied(partOf(() => alerts.id)),
    /** No reference, since a slot may write a thousand rows; stale ones go by their start. */
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
