import { sql } from "drizzle-orm";
import {
  bigint,
  bit,
  boolean,
  check,
  index,
  integer,
  jsonb,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { impersonal } from "../column-facts.server.ts";
import { createdAt, id, instant, money } from "./columns.server.ts";
import { offerings, slots } from "./offerings.server.ts";
import type { OfferCard } from "./search.server.ts";

const number = () => bigint({ mode: "bigint" });

/**
 * Everything on line that can be paid, of either kind, with the parts of its card that no booking
 * changes. Its marks are words (`yoga`, `!yoga` in the title), city (`@lyon`), activity type
 * (`#yoga`), prefixes of its postcode (`^69`), days (`$20784`) and what its slots are (`~online`,
 * `~group`, `~20-40` euros, `~30` minutes at most).
 */
export const listings = impersonal(
  "listings",
  "made of the sessions, which are in the copy of their professional",
  {
    offeringId: uuid()
      .primaryKey()
      .references(() => offerings.id, { onDelete: "cascade" }),
    /** `number_of(offering_id)`: shorter in indexes, and the last key of every order. */
    no: number().notNull().unique(),
    professionalId: uuid().notNull(),
    marks: text().array().notNull(),
    card: jsonb().$type<OfferCard>().notNull(),
    /** The square kilometre of its address (rule: coarse-place); null online or where it is unknown. */
    cell: integer(),
    /**
     * Where its public address is, as `pointText` writes it (rule: public-address); empty for every
     * other.
     */
    door: text().notNull().default(""),
  },
  (t) => [
    index("listings_marks").using("gin", t.marks),
    // By all that search asks for: marks alone and in pairs, and the squares around a cell.
    index("listings_facts").using("gin", sql`facts_of(${t.marks}, ${t.cell})`),
    index().on(t.professionalId),
    index("listings_by_door").on(t.cell, t.door).where(sql`door <> ''`),
  ],
);

/**
 * One row per bookable slot and stretch of time in which its price holds (rule: listing-interval),
 * with all that results are filtered and sorted by. A search reads those that hold now, so nothing
 * is written when a price falls.
 */
export const listedSlots = impersonal(
  "listed_slots",
  "made of the sessions, which are in the copy of their professional",
  {
    slotId: uuid()
      .notNull()
      .references(() => slots.id, { onDelete: "cascade" }),
    /** `-infinity` in the first row of a slot; not to be read into a Date. */
    validFrom: instant().notNull(),
    /** `infinity` in the last. */
    validUntil: instant().notNull(),
    listingNo: number().notNull(),
    professionalId: uuid().notNull(),
    startsAt: instant().notNull(),
    /** Until when it can be booked: its start less its professional's notice. */
    closesAt: instant().notNull(),
    /** The client's price. */
    cents: money().notNull(),
    struckCents: money(),
    /** Per cent off a struck price. */
    reduction: smallint(),
    /** The free seats, up to six; in no index, so that a booking stays a heap-only (HOT) update. */
    seats: smallint().notNull(),
    /** Its length in minutes. */
    minutes: smallint().notNull(),
    /** `number_of` the marks of city and activity type. */
    city: number().notNull(),
    type: number().notNull(),
    /** Tenths. */
    rating: smallint().notNull(),
    /** 1 online, 2 for a group, 4 an activity. */
    flags: smallint().notNull(),
    /**
     * The day on which it begins, since 1970, in the rows of a price that has come down; 0 in the
     * first row of a slot, the only one that most have. A cut price holds within a day of the start,
     * so an order by price passes those of today and tomorrow and no other.
     */
    cutDay: integer().notNull(),
    /** `signature_of` the marks: three bits for each, so that a row can be refused by itself. */
    signature: bit({ dimensions: 256 }).notNull(),
    /** Those of its listing. */
    cell: integer(),
    door: text().notNull().default(""),
  },
  // The six indexes of results are written by hand in migrations, because Drizzle has no INCLUDE:
  // listed_slots_of_listing, by_date, by_rating, by_cell, by_price and by_price_down. As keys, the
  // columns that are only tested would tempt PostgreSQL 18 to skip through a whole index.
  (t) => [
    primaryKey({ columns: [t.slotId, t.validFrom] }),
    index("listed_slots_by_professional").on(t.professionalId, t.startsAt),
    check("listed_slots_valid", sql`${t.validUntil} > ${t.validFrom}`),
  ],
);

/**
 * Slots that can be booked since a moment ago, or better than before: at another hour, for less, for
 * more people. Rows are taken away as alerts are compared with them, and no key holds up a writer.
 */
export const slotNews = impersonal(
  "slot_news",
  "ids of slots, of nobody by name, for a moment",
  {
    id: id().default(sql`gen_random_uuid()`),
    slotId: uuid().notNull(),
    /** Whether it could not be booked just before. */
    isNew: boolean().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("slot_news_by_time").on(t.createdAt)],
);
