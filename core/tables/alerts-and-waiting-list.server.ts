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
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { copied, INTERNAL, personalTable, plainTable, withheld } from "../column-facts.server.ts";
import { area, createdAt, id, instant, money, partOf } from "./columns.server.ts";
import { slots } from "./offerings.server.ts";
import { users } from "./people.server.ts";

export type StoredConditions = Record<string, string | number>;

/** People without an account, whose mailbox has answered (rule: guest-alerts). */
export const alertGuests = plainTable(
  "alert_guests",
  "an address without an account; its searches are in the copy of the account that has it",
  {
    id: id(),
    email: text().notNull().unique(),
    createdAt: createdAt(),
  },
);

/** The mailbox has not answered yet. */
export const alertLinks = plainTable(
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
export const alerts = personalTable(
  "alerts",
  {
    id: copied(id()),
    userId: copied(uuid().references(() => users.id, { onDelete: "cascade" })),
    guestId: withheld(
      "of somebody without an account, never beside one",
      uuid().references(() => alertGuests.id, { onDelete: "cascade" }),
    ),
    conditions: copied(jsonb().$type<StoredConditions>().notNull()),
    agreedAt: copied(instant().notNull()),
    pausedAt: copied(instant()),
    /** `number_of` one mark of all matches, an activity type or a word; 0 for any. */
    type: withheld(INTERNAL, bigint({ mode: "bigint" }).notNull()),
    /** Rectangle in degrees, longitude first; larger than the earth without a place. */
    area: withheld("the place and radius in the conditions, as a rectangle", area().notNull()),
    seats: withheld(INTERNAL, smallint().notNull()),
    fromCents: withheld(INTERNAL, money().notNull()),
    belowCents: withheld(INTERNAL, money()),
    /** Day in Paris; null for any. */
    day: withheld(INTERNAL, date({ mode: "string" })),
    /** Days in Paris as bits, 1 for Monday to 64 for Sunday. */
    weekdays: withheld(INTERNAL, smallint().notNull().default(127)),
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

export const alertFinds = personalTable(
  "alert_finds",
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

/** A full slot's line (rule: waiting-list); offered seats are in `reserved_seats`. */
export const waitingEntries = personalTable(
  "waiting_entries",
  {
    id: copied(id()),
    userId: copied(partOf(() => users.id)),
    slotId: copied(partOf(() => slots.id)),
    seats: copied(smallint().notNull()),
    /** Determines the rank. */
    linedUpAt: copied(instant().notNull()),
    hadTurnAt: copied(instant()),
    missedAt: copied(instant()),
    offeredAt: copied(instant()),
    offeredUntil: copied(instant()),
    offeredCents: copied(money()),
    createdAt: copied(createdAt()),
  },
  (t) => [
    unique("waiting_entries_one_per_person").on(t.slotId, t.userId),
    index().on(t.userId),
    index("waiting_entries_offered").on(t.offeredUntil).where(sql`offered_until is not null`),
    check("waiting_entries_seats", sql`${t.seats} between 1 and 6`),
    check(
      "waiting_entries_offer",
      sql`(${t.offeredAt} is null) = (${t.offeredUntil} is null) and (${t.offeredAt} is null) = (${t.offeredCents} is null)
        and (${t.offeredUntil} > ${t.offeredAt}) is not false`,
    ),
  ],
);
