import {
  index,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { Cents } from "../money.ts";
import { instant, money } from "./columns.server.ts";
import { offerings } from "./offerings.server.ts";

/** The part of a session that search stores, to draw its card. */
export interface OfferCard {
  id: string;
  title: string;
  /** The activity type's name, for example « Yoga ». */
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

/**
 * The release before reads and writes this table and the next two, while this one starts; nothing
 * here does, and the next release drops them.
 */
export const offers = pgTable(
  "offers",
  {
    sessionId: uuid()
      .primaryKey()
      .references(() => offerings.id, { onDelete: "cascade" }),
    professionalId: uuid().notNull(),
    activityTypeId: uuid().notNull(),
    /** As `search_key` writes it, « saint etienne »; empty without a city. */
    city: text().notNull(),
    postalCode: text().notNull(),
    /** The earliest slot with a free seat. */
    nextSlotId: uuid().notNull(),
    nextSlotAt: instant().notNull(),
    /** The seats it has left, as far as a card mentions them (LOW_STOCK + 1: enough). */
    nextSlotSpots: smallint().notNull(),
    /** The client's price. */
    priceCents: money().notNull(),
    rating: numeric({ precision: 2, scale: 1, mode: "number" }).notNull(),
    card: jsonb().$type<OfferCard>().notNull(),
  },
  (t) => [
    index("offers_by_date").on(t.nextSlotAt, t.sessionId, t.priceCents),
    index("offers_by_city").on(t.city, t.nextSlotAt, t.sessionId, t.priceCents, t.activityTypeId),
    index("offers_by_place").on(t.city, t.postalCode, t.nextSlotAt, t.sessionId),
    index("offers_by_type").on(t.activityTypeId, t.nextSlotAt, t.sessionId, t.priceCents),
    index("offers_by_professional").on(t.professionalId, t.nextSlotAt, t.sessionId),
    index("offers_by_price").on(t.priceCents, t.nextSlotAt, t.sessionId, t.activityTypeId, t.city),
    index("offers_by_price_down").on(
      t.priceCents.desc().nullsFirst(),
      t.nextSlotAt,
      t.sessionId,
      t.activityTypeId,
      t.city,
    ),
    index("offers_by_rating").on(
      t.rating.desc().nullsFirst(),
      t.nextSlotAt,
      t.sessionId,
      t.priceCents,
      t.activityTypeId,
      t.city,
    ),
  ],
);

export const offerTerms = pgTable(
  "offer_terms",
  {
    sessionId: uuid()
      .notNull()
      .references(() => offers.sessionId, { onDelete: "cascade" }),
    term: text().notNull(),
    rank: smallint().notNull(),
    city: text().notNull(),
    nextSlotAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.term] }),
    index("offer_terms_by_date").on(t.term, t.rank, t.nextSlotAt, t.sessionId),
    index("offer_terms_by_city").on(t.term, t.city, t.rank, t.nextSlotAt, t.sessionId),
  ],
);

export const offerFacts = pgTable(
  "offer_facts",
  {
    sessionId: uuid()
      .primaryKey()
      .references(() => offers.sessionId, { onDelete: "cascade" }),
    // Null in rows that a previous release wrote, which knew no keys.
    nextSlotAt: instant(),
    priceCents: money(),
    rating: numeric({ precision: 2, scale: 1, mode: "number" }),
    facts: text().array().notNull(),
  },
  (t) => [index("offer_facts_all").using("gin", t.facts)],
);

/** Every word that an offering ever used and its term, to compare a slip with. */
export const knownWords = pgTable(
  "known_words",
  { word: text().primaryKey(), term: text().notNull() },
  (t) => [
    index("known_words_start").on(t.word.op("text_pattern_ops")),
    index("known_words_similar").using("gist", t.word.op("gist_trgm_ops")),
  ],
);

/**
 * The texts that people may type for a place: a postcode, or a city from the start of any of its
 * words (« saint etienne » and « etienne »), with the city that it means, as `search_key` writes it.
 */
export const knownPlaces = pgTable(
  "known_places",
  { start: text().notNull(), city: text().notNull() },
  (t) => [
    primaryKey({ columns: [t.start, t.city] }),
    index("known_places_start").on(t.start.op("text_pattern_ops")),
    index("known_places_similar").using("gist", t.start.op("gist_trgm_ops")),
  ],
);
