import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import { type StoredPrice, storedPrice, viewStoredPrice } from "../../prices/read-price.server.ts";
import { viewUndated } from "../../prices/rules.ts";
import type { OfferCard } from "../../tables.server.ts";
import { type Length, LIMITS, lengthFor } from "../rules.ts";
import type { FoundOffer, Page, Search } from "../schema.ts";
import { candidates, walked, wayOf } from "./choose-way.server.ts";
import { all, inTime, literal } from "./match-offers.server.ts";
import { anyFollowing, ORDERS } from "./order-offers.server.ts";

interface OfferRow {
  session_id: string;
  rank: number;
  next_slot_at: string;
  next_slot_spots: number;
  price_cents: number;
  rating: number;
  card: OfferCard;
  price: StoredPrice | null;
}

const toOffer = (row: OfferRow, now: Date): FoundOffer => ({
  key: {
    sessionId: row.session_id,
    rank: row.rank,
    nextSlotAt: row.next_slot_at.replace("+00:00", "Z"),
    priceCents: row.price_cents,
    rating: row.rating,
  },
  card: {
    ...row.card,
    nextSlot: { start: new Date(row.next_slot_at), availableSpots: row.next_slot_spots },
    price: row.price ? viewStoredPrice(row.price, now) : viewUndated(row.card),
  },
});

/**
 * The number of offers that the planner expects on a page of `limit`. Without a limit that it
 * knows, it plans for a tenth of everything, and anew each time when one that it looks at is less.
 */
const mostOf = (limit: number) => literal(lengthFor(limit, LIMITS).needed);

/** The offers of `page` (session_id, rank), in order. */
const shown = (order: SQL) => sql`(
  select coalesce(json_agg(shown order by ${order}), '[]') from (
    select o.session_id, page.rank, o.next_slot_at, o.next_slot_spots, o.price_cents, o.rating, o.card,
      (select ${storedPrice} from slots slot join offerings offering on offering.id = slot.offering_id
        where slot.id = o.next_slot_id) as price
    from page join offers o on o.session_id = page.session_id) shown)`;

/**
 * One page, as far as a walk goes; `isRight` says that it is the page: full and in order, or up to
 * the end of the list. `met`: the number of matches met on the way.
 */
export async function walkOffers(
  db: Executor,
  search: Search,
  length: Length,
  { offset, limit }: Page,
): Promise<{ offers: FoundOffer[]; isRight: boolean; met: number }> {
  const order = ORDERS[search.target.sort];
  const { found, isAll, isInOrder } = walked(wayOf(search), length);
  const { rows } = await db.execute<{ page: OfferRow[]; is_right: boolean; met: number }>(sql`
    with met as materialized (select found.* from ${found}), page as materialized (
      select * from (
        select session_id, rank from met order by ${order} limit ${limit} offset ${offset}
      ) page limit ${mostOf(limit)}
    )
    select ${shown(order)} as page, (select count(*)::int from met) as met,
      case when (select count(*) from page) < ${limit} then ${isAll} else ${isInOrder} end
        as is_right`);
  const row = only(rows);
  return {
    offers: row.page.map((offer) => toOffer(offer, search.now)),
    isRight: row.is_right,
    met: row.met,
  };
}

/** The number of matches on a walk, `needed` at most; `isAll` says that there are no more. */
export async function countOnWalk(
  db: Executor,
  search: Search,
  length: Length,
): Promise<{ count: number; isAll: boolean }> {
  const { found, isAll } = walked(wayOf(search), length);
  const { rows } = await db.execute<{ count: number; is_all: boolean }>(sql`
    select count(*)::int as count,
      case when count(*) < ${literal(length.needed)} then ${isAll} else false end as is_all
    from (select from ${found} limit ${literal(length.needed)}) counted`);
  const row = only(rows);
  return { count: row.count, isAll: row.is_all };
}

/**
 * All matches; fenced in, or the planner would walk the index that has just been walked in vain.
 */
const fitting = (search: Search) => sql`
  select * from (${candidates(search)} offset 0) candidate where ${all(inTime(search))}`;

/**
 * One page of all matches, in order, and their number; past the end the last page. With `most` only
 * that many are looked at: it is the page only when fewer match.
 *
 * @returns `offset`: the start of the page.
 */
export async function fetchOffers(
  db: Executor,
  search: Search,
  { offset, limit }: Page,
  most?: number,
): Promise<{ offers: FoundOffer[]; offset: number; count: number }> {
  const order = ORDERS[search.target.sort];
  const few = most === undefined ? sql`` : sql`limit ${literal(most)}`;
  const { rows } = await db.execute<{ count: number; starts: number; page: OfferRow[] }>(sql`
    with fitting as materialized (${fitting(search)} ${few}), counted as materialized (
      select count(*)::int as count,
        case when ${offset}::int < count(*) then ${offset}::int
          else greatest(count(*)::int - 1, 0) / greatest(${limit}::int, 1) * ${limit}::int end as starts
      from fitting
    ), page as materialized (
      select * from (
        select session_id, rank from fitting where ${anyFollowing(search)}
        order by ${order} limit ${limit} offset (select starts from counted)
      ) page limit ${mostOf(limit)}
    )
    select counted.count, counted.starts, ${shown(order)} as page from counted`);
  const row = only(rows);
  return {
    offers: row.page.map((offer) => toOffer(offer, search.now)),
    offset: row.starts,
    count: row.count,
  };
}

/** The number of matches, `most` at most. */
export async function countFitting(db: Executor, search: Search, most: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (${fitting(search)} limit ${literal(most)}) counted`);
  return only(rows).count;
}

/** The row of a statement that answers exactly one. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error("the statement answered no row");
  return row;
}
