import { sql } from "drizzle-orm";
import { check, index, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { bookings } from "./bookings.server.ts";
import { createdAt, id, instant, instants } from "./columns.server.ts";
import { offerings } from "./offerings.server.ts";
import { profiles } from "./people.server.ts";
import { professionalProfiles } from "./professionals.server.ts";

/**
 * The review of a booking by its client (rule: reviews). The rating and count of a professional are
 * derived from these rows, in the transaction that changes one. A constraint of the migration refuses
 * two ratings of one client for one professional whose `rates` overlap.
 */
export const reviews = pgTable(
  "reviews",
  {
    id: id(),
    bookingId: uuid()
      .notNull()
      .unique()
      .references(() => bookings.id, { onDelete: "cascade" }),
    authorId: uuid()
      .notNull()
      .references(() => profiles.id),
    professionalId: uuid()
      .notNull()
      .references(() => professionalProfiles.id, { onDelete: "cascade" }),
    offeringId: uuid()
      .notNull()
      .references(() => offerings.id),
    /** Null when there are only words. */
    rating: smallint(),
    /** The year in which this is the one rating of its author for the professional. */
    rates: instants(),
    /** Empty without words, and once their author has left. */
    text: text().notNull(),
    tags: text().array().notNull(),
    /** `waiting` until the operator has decided about a contested absence. */
    status: text({ enum: ["published", "waiting", "refused"] }).notNull(),
    publishedAt: createdAt(),
    editedAt: instant(),
  },
  (t) => [
    index("reviews_of_professional")
      .on(t.professionalId, t.publishedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`status = 'published'`),
    index("reviews_of_offering")
      .on(t.offeringId, t.publishedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`status = 'published'`),
    check("reviews_rating", sql`${t.rating} between 1 and 5`),
    check("reviews_rates", sql`(${t.rating} is null) = (${t.rates} is null)`),
    check("reviews_text", sql`length(${t.text}) <= 1000`),
    check("reviews_tags", sql`cardinality(${t.tags}) <= 3`),
    check("reviews_status", sql`${t.status} in ('published', 'waiting', 'refused')`),
  ],
);
