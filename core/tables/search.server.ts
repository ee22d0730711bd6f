import { sql } from "drizzle-orm";
import { date, index, integer, primaryKey, text } from "drizzle-orm/pg-core";
import { impersonal } from "../column-facts.server.ts";
import type { Cents } from "../money.ts";

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

/** Every word that an offering ever used and its term, to compare a slip with. */
export const knownWords = impersonal(
  "known_words",
  "made of the sessions, which are in the copy of their professional",
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
export const knownPlaces = impersonal(
  "known_places",
  "made of the sessions, which are in the copy of their professional",
  { start: text().notNull(), city: text().notNull() },
  (t) => [
    primaryKey({ columns: [t.start, t.city] }),
    index("known_places_start").on(t.start.op("text_pattern_ops")),
    index("known_places_similar").using("gist", t.start.op("gist_trgm_ops")),
  ],
);

/**
 * Searches that found nothing at any time, by day (rule: missed-searches). The words stand there
 * once several people have looked for them, until then only their keyed hash does.
 */
export const missedSearches = impersonal(
  "missed_searches",
  "words that several people have looked for, of nobody by name",
  {
    day: date({ mode: "string" }).notNull(),
    /** A keyed hash of words and town. */
    key: text().notNull(),
    /** A commune as our own list writes it, or nothing; never as somebody typed it. */
    town: text().notNull(),
    words: text(),
    /** Each network once a day and process. */
    visitors: integer().notNull(),
    /** The nearest place where the same is offered; empty when it is nowhere. */
    nearest: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.key, t.day] }),
    index("missed_searches_told").on(t.day, t.key, t.visitors).where(sql`words is not null`),
    index("missed_searches_untold").on(t.day).where(sql`words is null`),
  ],
);
