import { sql } from "drizzle-orm";
import { date, index, integer, primaryKey, text } from "drizzle-orm/pg-core";
import { impersonal } from "../column-facts.server.ts";
import type { Cents } from "../money.ts";

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
export const knownWords = impersonal(
  "known_words",
  "made of the sessions, which are in the copy of their professional",
  { word: text().primaryKey(), term: text().notNull() },
  (t) => [
    index("known_words_start").on(t.word.op("text_pattern_ops")),
    index("known_words_similar").using("gist", t.word.op("gist_trgm_ops")),
  ],
);

/** Names from any of their words on, with their city, as `search_key` writes it. */
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

/** Hashed until several people made the search (rule: missed-searches). */
export const missedSearches = impersonal(
  "missed_searches",
  "words that several people have looked for, of nobody by name",
  {
    day: date({ mode: "string" }).notNull(),
    key: text().notNull(),
    /** Our own name for the commune, never as typed. */
    town: text().notNull(),
    words: text(),
    /** Each network once a day and process. */
    visitors: integer().notNull(),
    /** Empty when it is nowhere. */
    nearest: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.key, t.day] }),
    index("missed_searches_told").on(t.day, t.key, t.visitors).where(sql`words is not null`),
    index("missed_searches_untold").on(t.day).where(sql`words is null`),
  ],
);
