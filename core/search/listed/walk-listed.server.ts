import { type SQL, sql } from "drizzle-orm";
import type { Reader } from "#platform/postgres.server.ts";
import { DAY } from "../../durations.ts";
import type { Order, SearchPlan, SessionKey } from "./schema.ts";
import {
  type Among,
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
  restOfListing,
} from "./slot-conditions.server.ts";
import { metresTo, metresToCell, spotsOf } from "./walk-near.server.ts";

interface ListOrder {
  by: SQL;
  /** The order of the slots of one listing, and a slot that comes before the found one. */
  first: SQL;
  before: SQL;
  /** What comes before the start in the order: the cursor's own value, and the values after it. */
  value: ((after: SessionKey, metres: SQL) => { same: SQL; beyond: SQL }) | null;
}

const SOONEST = {
  first: sql`other.starts_at`,
  before: sql`other.starts_at < found.starts_at`,
};

const ORDERS: Record<Order, ListOrder> = {
  date: { ...SOONEST, by: sql`starts_at, listing_no`, value: null },
  distance: {
    ...SOONEST,
    by: sql`metres, starts_at, listing_no`,
    value: ({ metres }, of) => ({
      same: sql`${of} = ${metres ?? -1}::int`,
      beyond: sql`${of} > ${metres ?? -1}::int`,
    }),
  },
  price_asc: {
    by: sql`cents, starts_at, listing_no`,
    first: sql`other.cents, other.starts_at`,
    before: sql`(other.cents, other.starts_at) < (found.cents, found.starts_at)`,
    value: ({ cents }) => ({ same: sql`cents = ${cents}`, beyond: sql`cents > ${cents}` }),
  },
  price_desc: {
    by: sql`cents desc, starts_at, listing_no`,
    first: sql`other.cents desc, other.starts_at`,
    before: sql`(other.cents > found.cents or other.cents = found.cents and other.starts_at < found.starts_at)`,
    value: ({ cents }) => ({ same: sql`cents = ${cents}`, beyond: sql`cents < ${cents}` }),
  },
  rating: {
    ...SOONEST,
    by: sql`rating desc, starts_at, listing_no`,
    value: ({ rating }) => ({ same: sql`rating = ${rating}`, beyond: sql`rating < ${rating}` }),
  },
};

/** Splits « after the cursor » in two: the same value and later, or a later value. */
function partsAfter({ order, after }: SearchPlan, metres = sql`metres`): SQL[] {
  if (!after) return [sql`true`];
  const later = sql`(starts_at, listing_no) > (${after.startsAt}::timestamptz, ${after.no}::bigint)`;
  const value = ORDERS[order].value?.(after, metres);
  return value ? [sql`${value.same} and ${later}`, value.beyond] : [later];
}

function isAfter(plan: SearchPlan, metres?: SQL): SQL {
  const [same, beyond] = partsAfter(plan, metres);
  return beyond ? sql`(${beyond} or ${same})` : sql`${same}`;
}

const isByPrice = (order: Order) => order === "price_asc" || order === "price_desc";

const COLUMNS = sql`listing_no, starts_at, closes_at, valid_from, valid_until, cents, flags, city, signature`;

/** By date, the slots of one city or type come from an index of theirs; `rest` is left to test. */
function leadOf(plan: SearchPlan): { lead: SQL | null; rest: SearchPlan } {
  const { order, cities, marks } = plan;
  const [city, ...others] = cities ?? [];
  const type = marks.find((mark) => mark.startsWith("#"));
  if (order !== "date") return { lead: null, rest: plan };
  if (city && others.length === 0) {
    const lead = sql`city = (select number_of(${`@${city}`}))`;
    return { lead, rest: { ...plan, cities: null } };
  }
  if (!type) return { lead: null, rest: plan };
  const rest = { ...plan, marks: marks.filter((mark) => mark !== type) };
  return { lead: sql`type = (select number_of(${type}))`, rest };
}

export const isLed = (plan: SearchPlan): boolean => leadOf(plan).lead !== null;

function rowsOf(plan: SearchPlan, most: number): SQL {
  const { order } = plan;
  const limit = literal(most);
  if (order === "distance") return rowsBySpot(plan, limit);
  const today = Math.floor(plan.now.getTime() / DAY);
  const stretches = isByPrice(order)
    ? [0, today, today + 1].map((day) => all([sql`cut_day = ${day}`, inBand(plan, sql`cents`)]))
    : [
        order === "date"
          ? all([sql`cut_day = 0`, leadOf(plan).lead, inWindow(plan, sql`starts_at`)])
          : sql`cut_day = 0`,
      ];
  const parts = stretches.flatMap((stretch) =>
    partsAfter(plan).map(
      (part) => sql`(select ${COLUMNS}, ${isByPrice(order) ? sql`0 as rating` : sql`rating`},
          ${plan.around ? sql`cell` : sql`null::int as cell`}
        from listed_slots where ${stretch} and ${part} order by ${ORDERS[order].by} limit ${limit})`,
    ),
  );
  const [only, ...others] = parts;
  if (only && others.length === 0) return only;
  return sql`(select * from (${sql.join(parts, sql` union all `)}) parts order by ${ORDERS[order].by} limit ${limit})`;
}

function rowsBySpot(plan: SearchPlan, limit: SQL): SQL {
  return sql`(select slot.*, spot.metres
    from (select * from spots order by metres) spot
      cross join lateral (select ${COLUMNS}, rating, cell from listed_slots
        where cut_day = 0 and listed_slots.cell = spot.cell and listed_slots.door = spot.door
          and ${inWindow(plan, sql`starts_at`)} and ${isAfter(plan, sql`spot.metres`)}
        order by starts_at, listing_no limit ${limit}) slot
    order by ${ORDERS.distance.by} limit ${limit})`;
}

export async function walkListed(
  db: Reader,
  plan: SearchPlan,
  { needed, budget, doors }: { needed: number; budget: number; doors: number },
): Promise<{ keys: SessionKey[]; isAll: boolean }> {
  const { order } = plan;
  const isNearest = order === "distance";
  const isWindowed = order === "date" || isNearest;
  const outside = isWindowed ? sql`true` : inWindow(plan, sql`found.starts_at`);
  const { rows } = await db.execute<{ keys: KeyRow[]; is_all: boolean }>(sql`
    with ${isNearest ? spotsOf(plan, doors) : sql``} met as materialized (
      select found.listing_no, found.starts_at, found.cents, found.rating, found.cell,
        ${isNearest ? sql`found.metres` : sql`null::int as metres`}
      from ${rowsOf(plan, budget)} found
      where ${outside} and ${fitsOnWalk(leadOf(plan).rest, isByPrice(order))} and not exists (
        select from listed_slots other where other.listing_no = found.listing_no
          and ${fits(plan)} and ${ORDERS[order].before} offset 0)
      limit ${needed}::bigint)
    select ${keysFrom(sql`met`, order)} as keys,
      case when (select count(*) from met) < ${needed}::bigint
        then not exists (select from ${rowsOf(plan, budget + 1)} beyond offset ${literal(budget)})
          ${isNearest ? sql`and (select metres from horizon) is null` : sql``}
        else false end as is_all`);
  return toKeys(rows);
}

export async function passWindow(
  db: Reader,
  plan: SearchPlan,
  { needed, budget }: { needed: number; budget: number },
): Promise<SessionKey[] | null> {
  const { order } = plan;
  const window = rowsOf({ ...plan, order: "date", after: null }, budget + 1);
  const { rows } = await db.execute<{ keys: KeyRow[]; is_all: boolean }>(sql`
    with met as materialized (
      select found.listing_no, found.starts_at, ${priceNow(plan.now)} as cents, found.rating,
        found.cell, null::int as metres
      from ${window} found
      where ${fitsOnWalk(plan, false)}
        and (select count(*) from ${window} counted) <= ${literal(budget)}
    ), first as (
      select distinct on (listing_no) * from met order by listing_no, ${ORDERS[order].by}
    ), shown as (
      select * from first where ${isAfter(plan)}
      order by ${ORDERS[order].by} limit ${needed}::bigint
    )
    select ${keysFrom(sql`shown`, order)} as keys,
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

const keysFrom = (rows: SQL, order: Order) => sql`(
  select coalesce(json_agg(json_build_array(listing_no::text, starts_at, cents, rating, cell, metres)
    order by ${ORDERS[order].by}), '[]') from ${rows})`;

function toKeys(rows: readonly { keys: KeyRow[]; is_all: boolean }[]) {
  const keys = (rows[0]?.keys ?? []).map(([no, startsAt, cents, rating, cell, metres]) => ({
    no,
    rank: 0,
    startsAt: startsAt.replace("+00:00", "Z"),
    cents,
    rating,
    cell,
    metres,
  }));
  return { keys, isAll: rows[0]?.is_all ?? true };
}

/** `looked` are the listings that an index finds, `most` and one at most; `marked` those that fit. */
function listingsOf(plan: SearchPlan, among: Among, most: number | undefined): SQL {
  const { around, order } = plan;
  const isNear = around && order === "distance";
  const metres = isNear
    ? sql`case when l.door = '' then ${metresToCell(sql`l.cell`, around)}
        else ${metresTo(sql`l.door`, around)} end`
    : sql`null::int`;
  return sql`looked as materialized (
      select l.no, l.cell, l.door, l.marks, l.offering_id from listings l
      where ${ofListing(plan, among)} limit ${most === undefined ? null : most + 1}::bigint
    ), marked as materialized (
      select l.no, l.cell, ${metres} as metres from looked l where ${restOfListing(plan, among)})`;
}

export async function fetchListed(
  db: Reader,
  plan: SearchPlan,
  { needed, most, ...among }: Among & { needed: number; most?: number },
): Promise<SessionKey[] | null> {
  const { order } = plan;
  const gate = sql`(${most === undefined}::boolean
    or (select count(*) from looked) <= ${most ?? null}::bigint)`;
  const { rows } = await db.execute<{ keys: KeyRow[]; is_all: boolean }>(sql`
    with ${listingsOf(plan, among, most)}, fitting as (
      select l.no as listing_no, slot.starts_at, slot.cents, slot.rating, l.cell, l.metres
      from marked l
        cross join lateral (
          select other.starts_at, other.cents, other.rating from listed_slots other
          where other.listing_no = l.no and ${fits(plan)}
          order by ${ORDERS[order].first} limit 1) slot
      where ${gate}
    )
    select ${keysFrom(
      sql`(select * from fitting where ${isAfter(plan)}
        order by ${ORDERS[order].by} limit ${needed}::bigint) found`,
      order,
    )} as keys,
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
  common: SearchPlan,
  questions: readonly SearchPlan[],
  { most, ...among }: Among & { most: number },
): Promise<Counted[] | null> {
  if (questions.length === 0) return [];
  const withFirstRow = questions.some(asksFirstRow);
  const starts = questions.map((plan, at) => ({
    plan,
    name: sql.raw(`start_${at}`),
  }));
  const { rows } = await db.execute<{ counts: [count: number, start: string | null][] | null }>(sql`
    with ${listingsOf(common, among, most)}
    select case when (select count(*) from looked) <= ${most}::bigint then (
      select json_build_array(${sql.join(
        starts.map(({ name }) => sql`json_build_array(count(${name}), min(${name}))`),
        sql`, `,
      )})
      from marked l cross join lateral (
        select ${sql.join(
          starts.map(
            ({ plan, name }) =>
              sql`min(other.starts_at) filter (where ${fitsOnceOpen(plan, withFirstRow)}) as ${name}`,
          ),
          sql`, `,
        )} from listed_slots other where other.listing_no = l.no and ${fits(common)}) slot) end as counts`);
  const counts = rows[0]?.counts ?? null;
  return (
    counts?.map(([count, start]) => ({ count, start: start ? new Date(start) : null })) ?? null
  );
}
