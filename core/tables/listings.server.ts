import { sql } from "drizzle-orm";
import {
  bigint,
  bit,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { copied, personalTable, plainTable } from "../column-facts.server.ts";
import type { Cents } from "../money.ts";
import { createdAt, id, instant, instants, isBounded, money, partOf } from "./columns.server.ts";
import { offerings, slots } from "./offerings.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

export interface OfferCard {
  id: string;
  title: string;
  category: string;
  priceCents: Cents;
  discountedPriceCents: Cents | null;
  /** Minutes. */
  duration: number;
  capacity: number;
  city: string | null;
  isOnline: boolean;
  imageUrl: string | null;
  professional: {
    id: string;
    businessName: string;
    rating: number;
    totalReviews: number;
    isVerified: boolean;
  };
}

/** Words and their terms, to compare slips with. */
export const knownWords = plainTable(
  "known_words",
  "made of the sessions, which are in the copy of their professional",
  {
    word: text().primaryKey(),
    term: text().notNull(),
    /** Since the night that found no listing with it. */
    idleSince: instant(),
  },
  (t) => [
    index("known_words_start").on(t.word.op("text_pattern_ops")),
    index("known_words_similar").using("gist", t.word.op("gist_trgm_ops")),
  ],
);

/** Names from any of their words on, with their city, as `search_key` writes it. */
export const knownPlaces = plainTable(
  "known_places",
  "made of the sessions, which are in the copy of their professional",
  { start: text().notNull(), city: text().notNull() },
  (t) => [
    primaryKey({ columns: [t.start, t.city] }),
    index("known_places_start").on(t.start.op("text_pattern_ops")),
    index("known_places_similar").using("gist", t.start.op("gist_trgm_ops")),
  ],
);

/** Price cuts, which take effect without a write (rule: falling-price). */
export const slotPrices = plainTable(
  "slot_prices",
  "made of an offering's steps, which are in the copy of its professional",
  {
    slotId: partOf(() => slots.id),
    fromAt: instant().notNull(),
    cents: money().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.slotId, t.fromAt] }),
    check("slot_prices_cents", sql`${t.cents} >= 50`),
  ],
);

/** Former prices, inherited by a republished hour (rule: true-strike). */
export const pastSlotPrices = plainTable(
  "past_slot_prices",
  "prices that everybody could read, of nobody by name",
  {
    offeringId: uuid().notNull(),
    startsAt: instant().notNull(),
    cents: money().notNull(),
    fromAt: instant().notNull(),
    untilAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.offeringId, t.startsAt, t.fromAt] }),
    check("past_slot_prices_until", sql`${t.untilAt} >= ${t.fromAt}`),
  ],
);

const number = () => bigint({ mode: "bigint" });

/** Marks: words (`yoga`, `!yoga` in the title), `@city`, `#type`, `^postcode`, `$day`, `~kind`. */
export const listings = plainTable(
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
export const listedSlots = plainTable(
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
    index("listed_slots_by_city").on(t.city, t.startsAt, t.listingNo).where(sql`cut_day = 0`),
    index("listed_slots_by_type").on(t.type, t.startsAt, t.listingNo).where(sql`cut_day = 0`),
    check("listed_slots_valid", sql`${t.validUntil} > ${t.validFrom}`),
  ],
);

/** Slots new or better since a moment ago; rows are taken away, and no key holds up a writer. */
export const slotNews = plainTable(
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

/** Monthly boosts (rule: boost). */
export const boosts = personalTable(
  "boosts",
  {
    id: copied(id()),
    professionalId: copied(partOf(() => professionalProfiles.id)),
    offeringId: copied(partOf(() => offerings.id)),
    /** First day of the month. */
    month: copied(date({ mode: "string" }).notNull()),
    during: copied(instants().notNull()),
    createdAt: copied(createdAt()),
  },
  (t) => [
    unique().on(t.professionalId, t.month),
    index().on(t.offeringId),
    index("boosts_by_hour").using("gist", t.during),
    check("boosts_during", isBounded(t.during)),
  ],
);
