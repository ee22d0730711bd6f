import { type SQL, sql } from "drizzle-orm";
import { list, type Reader, rowsOf } from "#platform/postgres.server.ts";
import { hasOpenSession, openWith } from "../listings/open-sessions.server.ts";
import { isOwnerPresent } from "../tables/conditions.server.ts";
import type { SitemapPart } from "./schema.ts";

const NEIGHBOURS = 12;

/** Below the 50 000 addresses that a sitemap may list, to leave room for rows added in between. */
export const SITEMAP_RANGE = 45_000;

export interface Place {
  name: string;
  postcode: string;
}

export async function readPlace(db: Reader, key: string): Promise<Place | null> {
  const { rows } = await db.execute<{ name: string | null; postcode: string | null }>(sql`
    with here as materialized (
      select l.card, l.marks from listings l where l.marks @> array[${`@${key}`}])
    select here.card->>'city' as name, coalesce(
      (select substr(mark, 2) from unnest(here.marks) mark where starts_with(mark, '^')
        order by length(mark) desc limit 1),
      (select start from known_places where city = known.city and start ~ '^[0-9]+$' limit 1)
    ) as postcode
    from known_places known left join (select * from here limit 1) here on true
    where known.start = ${key} and known.city = ${key}`);
  const row = rows[0];
  return row ? { name: row.name ?? titleCase(key), postcode: row.postcode ?? "" } : null;
}

function titleCase(key: string): string {
  return key.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

export async function frequentCities(
  db: Reader,
  typeMarks: readonly string[],
  { sample, limit, now }: { sample: number; limit: number; now: Date },
): Promise<{ typeMark: string; name: string }[]> {
  const open = openWith(sql`array[type.mark]`, sql`l.card->>'city' as city`, now);
  const { rows } = await db.execute<{ typeMark: string; name: string }>(sql`
    select type.mark as "typeMark", frequent.name
    from unnest(${list(typeMarks, "text")}) as type (mark) cross join lateral (
      select min(city) as name, search_key(city) as key, count(*) from (
        select city from (${open} limit ${sample}) sample where city <> '') sample
      group by search_key(city) order by count(*) desc, key limit ${limit}) frequent
    order by frequent.count desc, frequent.key`);
  return rows;
}

export async function nearestCities(
  db: Reader,
  asked: { typeMark: string; city: string; departments: readonly string[]; now: Date },
): Promise<string[]> {
  const { typeMark, city, departments, now } = asked;
  const open = openWith(
    sql`array[${typeMark}, '@' || near.city]`,
    sql`l.card->>'city' as name`,
    now,
  );
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
      cross join lateral (${open} limit 1) offer
    limit ${NEIGHBOURS}`);
  return rows.map(({ name }) => name);
}

export async function bookableTypes(
  db: Reader,
  typeMarks: readonly string[],
  { city, now }: { city: string | null; now: Date },
): Promise<string[]> {
  const marks = city === null ? sql`array[type.mark]` : sql`array[type.mark, ${`@${city}`}]`;
  const { rows } = await db.execute<{ mark: string }>(sql`
    select type.mark from unnest(${list(typeMarks, "text")}) as type (mark)
    where (select true from (${openWith(marks, sql``, now)} limit 1) found)`);
  return rows.map(({ mark }) => mark);
}

export async function citiesOfType(db: Reader, typeMark: string, now: Date): Promise<string[]> {
  const open = openWith(sql`array[${typeMark}]`, sql`l.card->>'city' as city`, now);
  const { rows } = await db.execute<{ city: string }>(sql`
    select distinct coalesce(search_key(city), '') as city from (${open}) found order by 1`);
  return rows.map(({ city }) => city);
}

const RANGES: Record<SitemapPart["kind"], SQL> = {
  praticiens: sql`professional_profiles`,
  sessions: sql`(select * from offerings where kind = 'session')`,
  activites: sql`(select * from offerings where kind = 'activity')`,
};

/** First ids of parts; ranges include hidden rows, so no part outgrows its own. */
export async function rangeStarts(db: Reader, kind: SitemapPart["kind"]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive starts (id) as (
      (select id from ${RANGES[kind]} row order by id limit 1)
      union all
      select (${following(kind, sql`starts.id`)}) from starts where starts.id is not null
    )
    select id from starts where id is not null`);
  return rows.map(({ id }) => id);
}

export async function rangeEnd(db: Reader, { kind, from }: SitemapPart): Promise<string | null> {
  const { rows } = await db.execute<{ id: string | null }>(
    sql`select (${following(kind, sql`${from}::uuid`)}) as id`,
  );
  return rows[0]?.id ?? null;
}

const following = (kind: SitemapPart["kind"], id: SQL) => sql`
  select next.id from ${RANGES[kind]} next where next.id >= ${id}
  order by next.id offset ${SITEMAP_RANGE} limit 1`;

/** Public rows of a range, and the joins that decide it (rule: sitemap). */
const SHOWN: Record<SitemapPart["kind"], (now: Date) => { join: SQL; where: SQL }> = {
  praticiens: () => ({
    join: sql`join profiles owner on owner.id = row.user_id`,
    // The newest of several profiles is the one in use.
    where: sql`${isOwnerPresent} and row.id = (
      select newest.id from professional_profiles newest where newest.user_id = row.user_id
      order by created_at desc, id desc limit 1)`,
  }),
  sessions: (now) => ({
    join: sql`join listings l on l.offering_id = row.id`,
    where: hasOpenSession(now),
  }),
  activites: () => ({
    join: sql`join professional_profiles p on p.id = row.professional_id
      join profiles owner on owner.id = p.user_id`,
    where: sql`row.is_active and ${isOwnerPresent}`,
  }),
};

export async function readRange(
  db: Reader,
  kind: SitemapPart["kind"],
  { after, end, limit, now }: { after: string; end: string | null; limit: number; now: Date },
): Promise<{ id: string; changedAt: Date }[]> {
  const { join, where } = SHOWN[kind](now);
  const found = await db.execute(sql`
    select row.id, row.updated_at as "changedAt" from ${RANGES[kind]} row ${join}
    where row.id >= ${after} and ${end === null ? sql`true` : sql`row.id < ${end}`} and ${where}
    order by row.id limit ${limit}`);
  return rowsOf(found);
}
