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
import { createdAt, id, instant, money, partOf } from "./columns.server.ts";
import { offerings, slots } from "./offerings.server.ts";
import type { OfferCard } from "./search.server.ts";

const number = () => bigint({ mode: "bigint" });

/** Marks: words (`yoga`, `!yoga` in the title), `@city`, `#type`, `^postcode`, `$day`, `~kind`. */
export const listings = impersonal(
  "listings",
  "made of the sessions, which are in the copy of their professional",
  {
    offeringId: partOf(() => offerings.id).primaryKey(),
    /** `number_of(offering_id)`, shorter in indexes and the last key of every order. */
    no: number().notNull().unique(),
    professionalId: uuid().notNull(),
    marks: text().array().notNull(),
    card: jsonb().$type<OfferCard>().notNull(),
    /** Square kilometre (rule: coarse-place); null online or where it is unknown. */
    cell: integer(),
    /** Public address as `pointText` writes it (rule: public-address); otherwise empty. */
    door: text().notNull().default(""),
  },
  (t) => [
    // Without a list of what is still to be indexed, which every search would read (decision 090).
    index("listings_marks").using("gin", t.marks).with({ fastupdate: false }),
    index("listings_facts")
      .using("gin", sql`facts_of(${t.marks}, ${t.cell})`)
      .with({ fastupdate: false }),
    index().on(t.professionalId),
    index("listings_by_door").on(t.cell, t.door).where(sql`door <> ''`),
  ],
);

/** A row per slot and price period (rule: listing-interval), so falling prices need no writes. */
export const listedSlots = impersonal(
  "listed_slots",
  "made of the sessions, which are in the copy of their professional",
  {
    slotId: partOf(() => slots.id),
    /** `-infinity` in a slot's first row; not to be read into a Date. */
    validFrom: instant().notNull(),
    /** `infinity` in the last. */
    validUntil: instant().notNull(),
    listingNo: number().notNull(),
    professionalId: uuid().notNull(),
    startsAt: instant().notNull(),
    /** Start less the professional's notice. */
    closesAt: instant().notNull(),
    cents: money().notNull(),
    struckCents: money(),
    reduction: smallint(),
    /** Up to six; in no index, so that a booking stays a heap-only (HOT) update. */
    seats: smallint().notNull(),
    minutes: smallint().notNull(),
    /** `number_of` the marks of city and activity type. */
    city: number().notNull(),
    type: number().notNull(),
    /** Tenths. */
    rating: smallint().notNull(),
    /** Bits: 1 online, 2 for a group, 4 an activity. */
    flags: smallint().notNull(),
    /** Day since 1970 of a reduced price, else 0, to order by price within two days only. */
    cutDay: integer().notNull(),
    /** `signature_of` the marks, three bits each, to refuse a row by itself. */
    signature: bit({ dimensions: 256 }).notNull(),
    cell: integer(),
    door: text().notNull().default(""),
  },
  // Migrations write six indexes by hand, with INCLUDE, since extra keys would cause skip scans.
  (t) => [
    primaryKey({ columns: [t.slotId, t.validFrom] }),
    index("listed_slots_by_professional").on(t.professionalId, t.startsAt),
    check("listed_slots_valid", sql`${t.validUntil} > ${t.validFrom}`),
  ],
);

/** Slots new or better since a moment ago; rows are taken away, and no key holds up a writer. */
export const slotNews = impersonal(
  "slot_news",
  "ids of slots, of nobody by name, for a moment",
  {
    id: id().default(sql`gen_random_uuid()`),
    slotId: uuid().notNull(),
    isNew: boolean().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("slot_news_by_time").on(t.createdAt)],
);
