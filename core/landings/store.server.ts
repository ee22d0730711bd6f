import { type SQL, sql } from "drizzle-orm";
import { type Executor, list } from "#platform/postgres.server.ts";
import { COUNT_LIMIT } from "../search/rules.ts";
import { NEIGHBOURS, SITEMAP_RANGE } from "./rules.ts";
import type { SitemapPart } from "./schema.ts";

// ─── Landing pages ─────────────────────────────────────────────────────────────────────────────

export interface Place {
  /** « Saint-Étienne », as its offers write it. */
  name: string;
  postcode: string;
}

/** A city by its key, with or without offers now; null when it never had one. */
export async function readPlace(db: Executor, key: string): Promise<Place | null> {
  const { rows } = await db.execute<{ name: string | null; postcode: string | null }>(sql`
    select offer.name, coalesce(nullif(offer.postal_code, ''), (
      select start from known_places where city = known.city and start ~ '^[0-9]+$' limit 1
    )) as postcode
    from known_places known left join lateral (
      select card->>'city' as name, postal_code from offers where city = known.city limit 1
    ) offer on true
    where known.start = ${key} and known.city = ${key}`);
  const row = rows[0];
  return row ? { name: row.name ?? titleCase(key), postcode: row.postcode ?? "" } : null;
}

/**
 * « saint etienne » → « Saint Etienne », for a place whose own spelling has gone with its offers.
 */
function titleCase(key: string): string {
  return key.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

const inCity = (city: string | null) => (city === null ? sql`true` : sql`city = ${city}`);

/** The number of professionals behind the first COUNT_LIMIT offers. */
export async function countPractitioners(
  db: Executor,
  { typeId, city }: { typeId: string; city: string | null },
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(distinct professional_id)::int as count from (
      select professional_id from offers where activity_type_id = ${typeId} and ${inCity(city)}
      order by next_slot_at, session_id limit ${COUNT_LIMIT}) counted`);
  return rows[0]?.count ?? 0;
}

/** For each of these types, the cities with most of its first `sample` offers. */
export async function frequentCities(
  db: Executor,
  typeIds: readonly string[],
  { sample, limit }: { sample: number; limit: number },
): Promise<{ typeId: string; name: string }[]> {
  const { rows } = await db.execute<{ typeId: string; name: string }>(sql`
    select type.id as "typeId", frequent.name
    from unnest(${list(typeIds, "uuid")}) as type (id) cross join lateral (
      select city, min(card->>'city') as name, count(*) from (
        select city, card from offers where activity_type_id = type.id and city <> ''
        order by next_slot_at, session_id limit ${sample}) sample
      group by city order by count(*) desc, city limit ${limit}) frequent
    order by frequent.count desc, frequent.city`);
  return rows;
}

/**
 * The nearest other cities with an offer of this type. The cities are walked outwards and each is
 * looked up, until there are enough: in a city of its own, the first offer of a type is soon met.
 *
 * @param departments first digits of postcodes, the nearest first.
 */
export async function nearestCities(
  db: Executor,
  { typeId, city, departments }: { typeId: string; city: string; departments: readonly string[] },
): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    with near as materialized (
      select known.city, min(department.position) as position
      from unnest(${list(departments, "text")}) with ordinality department (code, position)
        join known_places known
          on known.start ~>=~ department.code and known.start ~<~ (department.code || ':')
      where known.city <> ${city}
      group by known.city
    )
    select offer.name from (select * from near order by position, city) near
      cross join lateral (
        select card->>'city' as name from offers
        where city = near.city and activity_type_id = ${typeId} limit 1) offer
    limit ${NEIGHBOURS}`);
  return rows.map(({ name }) => name);
}

/** Those of these types that can be booked, in a city or anywhere. */
export async function bookableTypes(
  db: Executor,
  typeIds: readonly string[],
  city: string | null,
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select type.id from unnest(${list(typeIds, "uuid")}) as type (id)
    where (select true from offers where activity_type_id = type.id and ${inCity(city)} limit 1)`);
  return rows.map(({ id }) => id);
}

// ─── Sitemap ───────────────────────────────────────────────────────────────────────────────────

/** The keys of the cities with an offer of this type, from one index, without reading a row. */
export async function citiesOfType(db: Executor, typeId: string): Promise<string[]> {
  const { rows } = await db.execute<{ city: string }>(sql`
    select distinct city from offers where activity_type_id = ${typeId} order by city`);
  return rows.map(({ city }) => city);
}

const RANGES: Record<SitemapPart["kind"], SQL> = {
  praticiens: sql`professional_profiles`,
  sessions: sql`(select * from offerings where kind = 'session')`,
  activites: sql`(select * from offerings where kind = 'activity')`,
};

/**
 * The ids at which the sitemap's parts begin. Ids grow with time and ranges cover all rows, shown
 * or not: new rows go to the last part, and no part outgrows its range.
 */
export async function rangeStarts(db: Executor, kind: SitemapPart["kind"]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive starts (id) as (
      (select id from ${RANGES[kind]} row order by id limit 1)
      union all
      select (${following(kind, sql`starts.id`)}) from starts where starts.id is not null
    )
    select id from starts where id is not null`);
  return rows.map(({ id }) => id);
}

export async function rangeEnd(db: Executor, { kind, from }: SitemapPart): Promise<string | null> {
  const { rows } = await db.execute<{ id: string | null }>(
    sql`select (${following(kind, sql`${from}::uuid`)}) as id`,
  );
  return rows[0]?.id ?? null;
}

/** The end of the range that begins with this id. */
const following = (kind: SitemapPart["kind"], id: SQL) => sql`
  select next.id from ${RANGES[kind]} next where next.id >= ${id}
  order by next.id offset ${SITEMAP_RANGE} limit 1`;

export interface RangeRow {
  id: string;
  changedAt: Date;
}

/** An active account, under `owner`, that is not about to be closed. */
const OPEN_ACCOUNT = sql`owner.account_status = 'active' and owner.deletion_asked_at is null`;

/** The public rows of a range, and the joins that decide it (rule: sitemap). */
const SHOWN: Record<SitemapPart["kind"], (after: string) => { join: SQL; where: SQL }> = {
  praticiens: () => ({
    join: sql`join profiles owner on owner.id = row.user_id`,
    // The newest of several profiles is the one in use.
    where: sql`${OPEN_ACCOUNT} and row.id = (
      select newest.id from professional_profiles newest where newest.user_id = row.user_id
      order by created_at desc, id desc limit 1)`,
  }),
  sessions: (after) => ({
    join: sql`join offers on offers.session_id = row.id`,
    // Repeated for both sides, or the planner walks all offers up to here.
    where: sql`offers.session_id >= ${after}`,
  }),
  activites: () => ({
    join: sql`join professional_profiles p on p.id = row.professional_id
      join profiles owner on owner.id = p.user_id`,
    where: sql`row.is_active and ${OPEN_ACCOUNT}`,
  }),
};

/** The public rows of a range, from an id on, in order. */
export async function readRange(
  db: Executor,
  kind: SitemapPart["kind"],
  { after, end, limit }: { after: string; end: string | null; limit: number },
): Promise<RangeRow[]> {
  const { join, where } = SHOWN[kind](after);
  const { rows } = await db.execute<{ id: string; changed: string }>(sql`
    select row.id, row.updated_at as changed from ${RANGES[kind]} row ${join}
    where row.id >= ${after} and ${end === null ? sql`true` : sql`row.id < ${end}`} and ${where}
    order by row.id limit ${limit}`);
  return rows.map(({ id, changed }) => ({ id, changedAt: new Date(changed) }));
}
