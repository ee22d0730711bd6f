import { type SQL, sql } from "drizzle-orm";
import type { Search, Sort } from "../schema.ts";

/** The order of results for each choice of the reader; `searchQuery` says which holds without one. */
export const ORDERS: Record<Sort, SQL> = {
  relevance: sql`rank, next_slot_at, session_id`,
  date: sql`next_slot_at, session_id`,
  price_asc: sql`price_cents, next_slot_at, session_id`,
  price_desc: sql`price_cents desc, next_slot_at, session_id`,
  rating: sql`rating desc, next_slot_at, session_id`,
};

/**
 * « comes after the cursor » in the order of the result, in parts that follow each other: an index
 * would be passed from its beginning to answer « either … or ». One part, of no condition, without a
 * cursor.
 */
export function following({ target, after }: Search): SQL[] {
  if (!after) return [sql`true`];
  const { rank, priceCents, rating } = after;
  const later = sql`(next_slot_at, session_id) > (${after.nextSlotAt}::timestamptz, ${after.sessionId}::uuid)`;
  const parts: Record<Sort, SQL[]> = {
    relevance: [sql`rank = ${rank} and ${later}`, sql`rank > ${rank}`],
    date: [later],
    price_asc: [sql`price_cents = ${priceCents} and ${later}`, sql`price_cents > ${priceCents}`],
    price_desc: [sql`price_cents = ${priceCents} and ${later}`, sql`price_cents < ${priceCents}`],
    rating: [sql`rating = ${rating} and ${later}`, sql`rating < ${rating}`],
  };
  return parts[target.sort];
}

/** All that comes after the cursor, for what is not in the order of an index. */
export const anyFollowing = (search: Search) => sql`(${sql.join(following(search), sql` or `)})`;
