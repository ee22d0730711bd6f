import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import { DAY } from "../../durations.ts";
import {
  all,
  cellsOf,
  fits,
  fitsOnWalk,
  inBand,
  inWindow,
  literal,
  ofListing,
  priceNow,
  withoutMark,
} from "./fit-slot.server.ts";
import type { Asked, ListedKey, Order } from "./schema.ts";

const ORDERS: Record<Order, SQL> = {
  date: sql`starts_at, listing_no`,
  distance: sql`place, starts_at, listing_no`,
  price_asc: sql`cents, starts_at, listing_no`,
  price_desc: sql`cents desc, starts_at, listing_no`,
  rating: sql`rating desc, starts_at, listing_no`,
};

/** Whether `other`, of the same listing, comes before `found`. */
const BEFORE: Record<Order, SQL> = {
  date: sql`other.starts_at < found.starts_at`,
  distance: sql`other.starts_at < found.starts_at`,
  price_asc: sql`(other.cents, other.starts_at) < (found.cents, found.starts_at)`,
  price_desc: sql`(other.cents > found.cents or other.cents = found.cents and other.starts_at < found.starts_at)`,
  rating: sql`other.starts_at < found.starts_at`,
};

/** The condition « comes after the cursor », in two parts: with the same value, then a later one. */
function following({ order, after }: Asked): SQL[] {
  if (!after) return [sql`true`];
  const later = sql`(starts_at, listing_no) > (${after.startsAt}::timestamptz, ${after.no}::bigint)`;
  const parts: Record<Exclude<Order, "distance">, SQL[]> = {
    date: [later],
    price_asc: [sql`cents = ${after.cents} and ${later}`, sql`cents > ${after.cents}`],
    price_desc: [sql`cents = ${after.cents} and ${later}`, sql`cents < ${after.cents}`],
    rating: [sql`rating = ${after.rating} and ${later}`, sql`rating < ${after.rating}`],
  };
  return order === "distance" ? [sql`true`] : parts[order];
}

const isByPrice = (order: Order) => order === "price_asc" || order === "price_desc";

/** The columns that every walked index has. */
const COLUMNS = sql`listing_no, starts_at, closes_at, valid_from, valid_until, cents, flags, city, signature`;

/** Selects up to `most` rows of an index in its order. */
function rowsOf(asked: Asked, order: Order, most: number): SQL {
  const limit = literal(most);
  if (order === "distance") return rowsByCell(asked, limit);
  const today = Math.floor(asked.now.getTime() / DAY);
  const stretches = isByPrice(order)
    ? [0, today, today + 1].map((day) => all([sql`cut_day = ${day}`, ...inBand(asked, sql`cents`)]))
    : [
        order === "date"
          ? all([sql`cut_day = 0`, inWindow(asked, sql`starts_at`)])
          : sql`cut_day = 0`,
      ];
  const isInOrder = order === asked.order;
  const parts = stretches.flatMap((stretch) =>
    (isInOrder ? following(asked) : [sql`true`]).map(
      (part) => sql`(select ${COLUMNS}, ${isByPrice(order) ? sql`0 as rating` : sql`rating`},
          ${asked.near ? sql`cell` : sql`null::int as cell`}
        from listed_slots where ${stretch} and ${part} order by ${ORDERS[order]} limit ${limit})`,
    ),
  );
  const [only, ...others] = parts;
  if (only && others.length === 0) return only;
  return sql`(select * from (${sql.join(parts, sql` union all `)}) parts order by ${ORDERS[order]} limit ${limit})`;
}

/** Selects rows cell by cell, nearest cell first, beginning with the cell of the cursor. */
function rowsByCell({ near, after, ...asked }: Asked, limit: SQL): SQL {
  const cells = near?.cells ?? [];
  const begins = after ? Math.max(0, cells.indexOf(after.cell ?? -1)) : 0;
  const isAfter = after ? sql`(near.place > 1 or ${later(after)})` : sql`true`;
  const window = inWindow({ ...asked, near, after }, sql`starts_at`);
  return sql`(select slot.*, near.place
    from (select cell, place from unnest(${cellsOf({ cells: cells.slice(begins) })})
        with ordinality as ordered (cell, place) order by place) near
      cross join lateral (select ${COLUMNS}, rating, cell from listed_slots
        where cut_day = 0 and listed_slots.cell = near.cell and ${window} and ${isAfter}
        order by starts_at, listing_no limit ${limit}) slot
    order by ${ORDERS.distance} limit ${limit})`;
}

/** Reads the first matching slot of each listing in the index's order, from `budget` rows at most. */
export async function walkListed(
  db: Executor,
  asked: Asked,
  { needed, budget }: { needed: number; budget: number },
): Promise<{ keys: ListedKey[]; isAll: boolean }> {
  const { order } = asked;
  const isWindowed = order === "date" || order === "distance";
  const outside = isWindowed ? sql`true` : inWindow(asked, sql`found.starts_at`);
  const { rows } = await db.execute<{ keys: KeyRow[]; is_all: boolean }>(sql`
    with met as materialized (
      select found.listing_no, found.starts_at, found.cents, found.rating, found.cell
        ${order === "distance" ? sql`, found.place` : sql``}
      from ${rowsOf(asked, order, budget)} found
      where ${outside} and ${fitsOnWalk(asked, isByPrice(order))} and not exists (
        select from listed_slots other where other.listing_no = found.listing_no
          and ${fits(asked)} and ${BEFORE[order]} offset 0)
      limit ${literal(needed)})
    select (select coalesce(json_agg(json_build_array(listing_no::text, starts_at, cents, rating, cell)
        order by ${ORDERS[order]}), '[]') from met) as keys,
      case when (select count(*) from met) < ${literal(needed)}
        then not exists (select from ${rowsOf(asked, order, budget + 1)} beyond offset ${literal(budget)})
        else false end as is_all`);
  return toKeys(rows);
}

/**
 * Reads the first matching slot of each listing, in any order, from all slots that begin in a
 * window of time. Null if these are more than `budget` rows.
 */
export async function passWindow(
  db: Executor,
  asked: Asked,
  { needed, budget }: { needed: number; budget: number },
): Promise<ListedKey[] | null> {
  const { order } = asked;
  const window = rowsOf({ ...asked, after: null }, "date", budget + 1);
  const { rows } = await db.execute<{ keys: KeyRow[]; is_all: boolean }>(sql`
    with met as materialized (
      select found.listing_no, found.starts_at, ${priceNow(asked.now)} as cents, found.rating,
        found.cell, 0::bigint as place
      from ${window} found
      where ${fitsOnWalk(asked, false)}
        and (select count(*) from ${window} counted) <= ${literal(budget)}
    ), first as (
      select distinct on (listing_no) * from met order by listing_no, ${ORDERS[order]}
    ), shown as (
      select * from first where ${afterKey(asked)}
      order by ${ORDERS[order]} limit ${literal(needed)}
    )
    select (select coalesce(json_agg(json_build_array(listing_no::text, starts_at, cents, rating, cell)
        order by ${ORDERS[order]}), '[]') from shown) as keys,
      (select count(*) from ${window} counted) <= ${literal(budget)} as is_all`);
  const { keys, isAll } = toKeys(rows);
  return isAll ? keys : null;
}

type KeyRow = [no: string, startsAt: string, cents: number, rating: number, cell: number | null];

function toKeys(rows: readonly { keys: KeyRow[]; is_all: boolean }[]) {
  const keys = (rows[0]?.keys ?? []).map(([no, startsAt, cents, rating, cell]) => ({
    no,
    startsAt: startsAt.replace("+00:00", "Z"),
    cents,
    rating,
    cell,
  }));
  return { keys, isAll: rows[0]?.is_all ?? true };
}

/** Whether a row comes after the cursor; `place` counts the cells of the search. */
function afterKey({ order, after, near }: Asked): SQL {
  if (!after) return sql`true`;
  if (order !== "distance") return AFTER[order](after);
  const place = literal((near?.cells.indexOf(after.cell ?? -1) ?? -1) + 1);
  return sql`(place > ${place} or place = ${place} and ${later(after)})`;
}

const AFTER: Record<Exclude<Order, "distance">, (after: ListedKey) => SQL> = {
  date: (after) => later(after),
  price_asc: (after) => sql`(cents > ${after.cents} or cents = ${after.cents} and ${later(after)})`,
  price_desc: (after) =>
    sql`(cents < ${after.cents} or cents = ${after.cents} and ${later(after)})`,
  rating: (after) =>
    sql`(rating < ${after.rating} or rating = ${after.rating} and ${later(after)})`,
};
const later = ({ startsAt, no }: ListedKey) =>
  sql`(starts_at, listing_no) > (${startsAt}::timestamptz, ${no}::bigint)`;

const FIRST: Record<Order, SQL> = {
  date: sql`other.starts_at`,
  distance: sql`other.starts_at`,
  price_asc: sql`other.cents, other.starts_at`,
  price_desc: sql`other.cents desc, other.starts_at`,
  rating: sql`other.starts_at`,
};

/** The listings with the facts, in the cells. */
function listingsOf(asked: Asked, facts: readonly string[][]): SQL {
  const conditions = all([...ofListing(asked, facts), ...withoutMark(asked)]);
  return asked.near
    ? sql`select l.no, l.cell, near.place from listings l
        join unnest(${cellsOf(asked.near)}) with ordinality as near (cell, place) on near.cell = l.cell
        where ${conditions}`
    : sql`select no, null::int as cell, 0::bigint as place from listings l where ${conditions}`;
}

/**
 * Reads all listings with the facts (`factsOf`), each with its first matching slot, sorted. Null if
 * more than `most` listings have the facts; no slot is looked at then.
 */
export async function fetchListed(
  db: Executor,
  asked: Asked,
  { facts, needed, most }: { facts: readonly string[][]; needed: number; most?: number },
): Promise<ListedKey[] | null> {
  const { order } = asked;
  const gate =
    most === undefined ? sql`true` : sql`(select count(*) from marked) <= ${literal(most)}`;
  const { rows } = await db.execute<{ keys: KeyRow[]; is_all: boolean }>(sql`
    with marked as materialized (
      ${listingsOf(asked, facts)}
      ${most === undefined ? sql`` : sql`limit ${literal(most + 1)}`}
    ), fitting as (
      select l.no as listing_no, slot.starts_at, slot.cents, slot.rating, l.cell, l.place
      from marked l
        cross join lateral (
          select other.starts_at, other.cents, other.rating from listed_slots other
          where other.listing_no = l.no and ${fits(asked)}
          order by ${FIRST[order]} limit 1) slot
      where ${gate}
    )
    select (select coalesce(json_agg(json_build_array(listing_no::text, starts_at, cents, rating, cell)
        order by ${ORDERS[order]}), '[]') from (
          select * from fitting where ${afterKey(asked)}
          order by ${ORDERS[order]} limit ${literal(needed)}) found) as keys,
      ${gate} as is_all`);
  const { keys, isAll } = toKeys(rows);
  return isAll ? keys : null;
}

/** How many listings have a slot that fits, up to a limit, and the start of the soonest. */
export interface Counted {
  count: number;
  start: Date | null;
}

/**
 * Counts for each of several questions, by one look at each slot of the listings that have the
 * facts: they differ in their wishes for a slot alone. Null if more than `most` listings have them.
 */
export async function countEach(
  db: Executor,
  questions: readonly Asked[],
  { facts, most }: { facts: readonly string[][]; most: number },
): Promise<Counted[] | null> {
  const [first] = questions;
  if (!first) return [];
  const starts = questions.map((asked, at) => ({
    asked,
    name: sql.raw(`start_${at}`),
  }));
  const { rows } = await db.execute<{ counts: [count: number, start: string | null][] | null }>(sql`
    with marked as materialized (${listingsOf(first, facts)} limit ${literal(most + 1)})
    select case when (select count(*) from marked) <= ${literal(most)} then (
      select json_build_array(${sql.join(
        starts.map(({ name }) => sql`json_build_array(count(${name}), min(${name}))`),
        sql`, `,
      )})
      from marked l cross join lateral (
        select ${sql.join(
          starts.map(
            ({ asked, name }) => sql`min(other.starts_at) filter (where ${fits(asked)}) as ${name}`,
          ),
          sql`, `,
        )} from listed_slots other where other.listing_no = l.no) slot) end as counts`);
  const counts = rows[0]?.counts ?? null;
  return (
    counts?.map(([count, start]) => ({ count, start: start ? new Date(start) : null })) ?? null
  );
}
