import { type SQL, sql } from "drizzle-orm";
import type { Reader } from "#platform/postgres.server.ts";
import { DAY } from "../../durations.ts";
import {
  all,
  asksFirstRow,
  fits,
  fitsOnceOpen,
  fitsOnWalk,
  inBand,
  inWindow,
  literal,
  ofListing,
  priceNow,
  withoutMark,
} from "./fit-slot.server.ts";
import type { Asked, ListedKey, Order } from "./schema.ts";
import { metresTo, spotsOf, squaresOf } from "./walk-near.server.ts";

const ORDERS: Record<Order, SQL> = {
  date: sql`starts_at, listing_no`,
  distance: sql`metres, starts_at, listing_no`,
  price_asc: sql`cents, starts_at, listing_no`,
  price_desc: sql`cents desc, starts_at, listing_no`,
  rating: sql`rating desc, starts_at, listing_no`,
};

const BEFORE: Record<Order, SQL> = {
  date: sql`other.starts_at < found.starts_at`,
  distance: sql`other.starts_at < found.starts_at`,
  price_asc: sql`(other.cents, other.starts_at) < (found.cents, found.starts_at)`,
  price_desc: sql`(other.cents > found.cents or other.cents = found.cents and other.starts_at < found.starts_at)`,
  rating: sql`other.starts_at < found.starts_at`,
};

/** Splits « after the cursor » in two: the same value and later, or a later value. */
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

const COLUMNS = sql`listing_no, starts_at, closes_at, valid_from, valid_until, cents, flags, city, signature`;

function rowsOf(asked: Asked, order: Order, most: number): SQL {
  const limit = literal(most);
  if (order === "distance") return rowsBySpot(asked, limit);
  const today = Math.floor(asked.now.getTime() / DAY);
  const stretches = isByPrice(order)
    ? [0, today, today + 1].map((day) => all([sql`cut_day = ${day}`, inBand(asked, sql`cents`)]))
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

function rowsBySpot(asked: Asked, limit: SQL): SQL {
  return sql`(select slot.*, spot.metres
    from (select * from spots order by metres) spot
      cross join lateral (select ${COLUMNS}, rating, cell from listed_slots
        where cut_day = 0 and listed_slots.cell = spot.cell and listed_slots.door = spot.door
          and ${inWindow(asked, sql`starts_at`)} and ${afterKey(asked, sql`spot.metres`)}
        order by starts_at, listing_no limit ${limit}) slot
    order by ${ORDERS.distance} limit ${limit})`;
}

export async function walkListed(
  db: Reader,
  asked: Asked,
  { needed, budget, doors }: { needed: number; budget: number; doors: number },
): Promise<{ keys: ListedKey[]; isAll: boolean }> {
  const { order } = asked;
  const isNearest = order === "distance";
  const isWindowed = order === "date" || isNearest;
  const outside = isWindowed ? sql`true` : inWindow(asked, sql`found.starts_at`);
  const { rows } = await db.execute<{ keys: KeyRow[]; is_all: boolean }>(sql`
    with ${isNearest ? spotsOf(asked, doors) : sql``} met as materialized (
      select found.listing_no, found.starts_at, found.cents, found.rating, found.cell,
        ${isNearest ? sql`found.metres` : sql`null::int as metres`}
      from ${rowsOf(asked, order, budget)} found
      where ${outside} and ${fitsOnWalk(asked, isByPrice(order))} and not exists (
        select from listed_slots other where other.listing_no = found.listing_no
          and ${fits(asked)} and ${BEFORE[order]} offset 0)
      limit ${needed}::bigint)
    select (select coalesce(json_agg(json_build_array(listing_no::text, starts_at, cents, rating, cell, metres)
        order by ${ORDERS[order]}), '[]') from met) as keys,
      case when (select count(*) from met) < ${needed}::bigint
        then not exists (select from ${rowsOf(asked, order, budget + 1)} beyond offset ${literal(budget)})
          ${isNearest ? sql`and (select metres from horizon) is null` : sql``}
        else false end as is_all`);
  return toKeys(rows);
}

export async function passWindow(
  db: Reader,
  asked: Asked,
  { needed, budget }: { needed: number; budget: number },
): Promise<ListedKey[] | null> {
  const { order } = asked;
  const window = rowsOf({ ...asked, after: null }, "date", budget + 1);
  const { rows } = await db.execute<{ keys: KeyRow[]; is_all: boolean }>(sql`
    with met as materialized (
      select found.listing_no, found.starts_at, ${priceNow(asked.now)} as cents, found.rating,
        found.cell, null::int as metres
      from ${window} found
      where ${fitsOnWalk(asked, false)}
        and (select count(*) from ${window} counted) <= ${literal(budget)}
    ), first as (
      select distinct on (listing_no) * from met order by listing_no, ${ORDERS[order]}
    ), shown as (
      select * from first where ${afterKey(asked)}
      order by ${ORDERS[order]} limit ${needed}::bigint
    )
    select (select coalesce(json_agg(json_build_array(listing_no::text, starts_at, cents, rating, cell, metres)
        order by ${ORDERS[order]}), '[]') from shown) as keys,
      (select count(*) from ${window} counted) <= ${literal(budget)} as is_all`);
  const { keys, isAll } = toKeys(rows);
  return isAll ? keys : null;
}

type KeyRow = [
  no: string,
  startsAt: string,
  cents: number,
  rating: number,
  cell: number | null,
  metres: number | null,
];

function toKeys(rows: readonly { keys: KeyRow[]; is_all: boolean }[]) {
  const keys = (rows[0]?.keys ?? []).map(([no, startsAt, cents, rating, cell, metres]) => ({
    no,
    startsAt: startsAt.replace("+00:00", "Z"),
    cents,
    rating,
    cell,
    metres,
  }));
  return { keys, isAll: rows[0]?.is_all ?? true };
}

function afterKey({ order, after }: Asked, metres = sql`metres`): SQL {
  return after ? AFTER[order](after, metres) : sql`true`;
}

const AFTER: Record<Order, (after: ListedKey, metres: SQL) => SQL> = {
  date: (after) => later(after),
  distance: (after, metres) =>
    sql`(${metres} > ${after.metres ?? -1}::int or ${metres} = ${after.metres ?? -1}::int and ${later(after)})`,
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

function listingsOf(asked: Asked, facts: readonly string[][]): SQL {
  const { near, order } = asked;
  const conditions = all([...ofListing(asked, facts), ...withoutMark(asked)]);
  if (!near)
    return sql`select no, null::int as cell, null::int as metres from listings l where ${conditions}`;
  const metres =
    order === "distance"
      ? sql`case when l.door = '' then square.metres else ${metresTo(sql`l.door`, near)} end`
      : sql`null::int`;
  return sql`select l.no, l.cell, ${metres} as metres from listings l
    join ${squaresOf(near)} as square (cell, metres) on square.cell = l.cell
    where ${conditions}`;
}

export async function fetchListed(
  db: Reader,
  asked: Asked,
  { facts, needed, most }: { facts: readonly string[][]; needed: number; most?: number },
): Promise<ListedKey[] | null> {
  const { order } = asked;
  const gate = sql`(${most === undefined}::boolean
    or (select count(*) from marked) <= ${most ?? null}::bigint)`;
  const { rows } = await db.execute<{ keys: KeyRow[]; is_all: boolean }>(sql`
    with marked as materialized (
      ${listingsOf(asked, facts)}
      limit ${most === undefined ? null : most + 1}::bigint
    ), fitting as (
      select l.no as listing_no, slot.starts_at, slot.cents, slot.rating, l.cell, l.metres
      from marked l
        cross join lateral (
          select other.starts_at, other.cents, other.rating from listed_slots other
          where other.listing_no = l.no and ${fits(asked)}
          order by ${FIRST[order]} limit 1) slot
      where ${gate}
    )
    select (select coalesce(json_agg(json_build_array(listing_no::text, starts_at, cents, rating, cell, metres)
        order by ${ORDERS[order]}), '[]') from (
          select * from fitting where ${afterKey(asked)}
          order by ${ORDERS[order]} limit ${needed}::bigint) found) as keys,
      ${gate} as is_all`);
  const { keys, isAll } = toKeys(rows);
  return isAll ? keys : null;
}

export interface Counted {
  count: number;
  start: Date | null;
}

/** Counts questions that share `common` by one look at each slot; null beyond `most` listings. */
export async function countEach(
  db: Reader,
  common: Asked,
  questions: readonly Asked[],
  { facts, most }: { facts: readonly string[][]; most: number },
): Promise<Counted[] | null> {
  if (questions.length === 0) return [];
  const withFirstRow = questions.some(asksFirstRow);
  const starts = questions.map((asked, at) => ({
    asked,
    name: sql.raw(`start_${at}`),
  }));
  const { rows } = await db.execute<{ counts: [count: number, start: string | null][] | null }>(sql`
    with marked as materialized (${listingsOf(common, facts)} limit ${most + 1}::bigint)
    select case when (select count(*) from marked) <= ${most}::bigint then (
      select json_build_array(${sql.join(
        starts.map(({ name }) => sql`json_build_array(count(${name}), min(${name}))`),
        sql`, `,
      )})
      from marked l cross join lateral (
        select ${sql.join(
          starts.map(
            ({ asked, name }) =>
              sql`min(other.starts_at) filter (where ${fitsOnceOpen(asked, withFirstRow)}) as ${name}`,
          ),
          sql`, `,
        )} from listed_slots other where other.listing_no = l.no and ${fits(common)}) slot) end as counts`);
  const counts = rows[0]?.counts ?? null;
  return (
    counts?.map(([count, start]) => ({ count, start: start ? new Date(start) : null })) ?? null
  );
}
