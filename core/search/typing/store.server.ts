import { type SQL, sql } from "drizzle-orm";
import { list, type Reader } from "#platform/postgres.server.ts";
import type { SlotKind } from "../../catalogue/schema.ts";
import { DAY } from "../../durations.ts";
import { isOpen, openWith } from "../../listings/open-sessions.server.ts";
import { isOwnerPresent } from "../../tables/conditions.server.ts";

export interface TypedWord {
  word: string;
  term: string;
  isKnown: boolean;
}

export interface TypedPlace {
  key: string;
  cities: string[];
}

const citiesStarting = sql`array(select distinct k.city from known_places k
  where typed.key <> '' and k.start ~>=~ typed.key and k.start ~<~ (typed.key || '~'))`;

export async function readTyped(
  db: Reader,
  {
    kind,
    now,
    ...typed
  }: { kind: SlotKind; q: string; location: string; category: string; now: Date },
): Promise<{
  text: string;
  words: TypedWord[];
  place: TypedPlace;
  type: string | null;
}> {
  const { rows } = await db.execute<{
    text: string;
    words: TypedWord[];
    key: string;
    cities: string[];
    type: string | null;
  }>(sql`
    select typed.text, typed.key,
      (select coalesce(json_agg(json_build_object('word', word, 'term', term, 'isKnown',
          ${isHad(sql`w.term`, kind, now)})), '[]')
        from search_words(typed.text) w) as words,
      ${citiesStarting} as cities,
      ${kind === "activity" ? sql`'#' || nullif(typed.type, '')` : TYPE} as type
    from (select search_key(${typed.q}), search_key(${typed.location}), search_key(${typed.category})
      offset 0) typed (text, key, type)`);
  const row = rows[0];
  if (!row) throw new Error("the statement answered no row");
  return {
    text: row.text,
    words: row.words,
    place: { key: row.key, cities: row.cities },
    type: row.type,
  };
}

/** Known activity types, by former names too (rule: category-care). */
const TYPE = sql`(select '#' || search_key(coalesce(named.name, t.name)) from activity_types t
  left join activity_types named on named.id = t.merged_into_id
  where search_key(t.name) = nullif(typed.type, '') limit 1)`;

/** Slots looked at for a frequent word before all that have it are looked up. */
const LOOKED_AT = sql.raw("1000");

/** Looks among slots from tomorrow on, since many of today's are already closed. */
const isHad = (term: SQL, kind: SlotKind, now: Date) => sql`(exists (
    select from (select listing_no, closes_at, flags, signature from listed_slots
        where cut_day = 0 and starts_at > ${new Date(now.getTime() + DAY)}
        order by starts_at, listing_no limit ${LOOKED_AT}) slot
    where slot.signature & (select signature_of(array[${term}])) = (select signature_of(array[${term}]))
      and ${isOpen(kind, now)}
      and (select l.marks @> array[${term}] from listings l where l.no = slot.listing_no))
  or exists (${having(term, kind, now)}))`;

const having = (term: SQL, kind: SlotKind, now: Date) =>
  openWith(sql`array[${term}]`, sql``, now, kind);

export async function readPlaces(
  db: Reader,
  names: readonly string[],
): Promise<(TypedPlace & { name: string })[]> {
  const { rows } = await db.execute<{ name: string; key: string; cities: string[] }>(sql`
    select typed.name, typed.key, ${citiesStarting} as cities
    from (select name, search_key(name) as key from unnest(${list(names, "text")}) as name offset 0) typed`);
  return rows;
}

export async function similarWords(
  db: Reader,
  word: string,
): Promise<{ word: string; term: string }[]> {
  const { rows } = await db.execute<{ word: string; term: string }>(sql`
    select word, term from known_words order by word <-> ${word} limit 60`);
  return rows;
}

export async function isOffered(
  db: Reader,
  term: string,
  { kind, now }: { kind: SlotKind; now: Date },
): Promise<boolean> {
  const { rows } = await db.execute<{ offered: boolean }>(
    sql`select ${isHad(sql`${term}::text`, kind, now)} as offered`,
  );
  return rows[0]?.offered ?? false;
}

const MAX_BEGINNINGS = sql.raw("50");
const FREQUENT = sql.raw("100");

export async function beginningWith(
  db: Reader,
  start: string,
  { kind, now }: { kind: SlotKind; now: Date },
): Promise<{ word: string; term: string } | null> {
  const { rows } = await db.execute<{ word: string; term: string }>(sql`
    select word, term from (
      select word, term from known_words
      where word ~>=~ ${start} and word ~<~ ${`${start}~`} limit ${MAX_BEGINNINGS}) near
    cross join lateral (
      select count(*) as sessions from (${having(sql`near.term`, kind, now)} limit ${FREQUENT}) counted
    ) counted
    where sessions > 0 order by sessions desc, length(word), word limit 1`);
  return rows[0] ?? null;
}

export async function similarPlaces(
  db: Reader,
  key: string,
): Promise<{ start: string; city: string }[]> {
  const { rows } = await db.execute<{ start: string; city: string }>(sql`
    select start, city from known_places order by start <-> ${key} limit 60`);
  return rows;
}

const MAX_PLACES = sql.raw("300");
const MAX_NAMES = sql.raw("100");
const FREQUENTED = sql.raw("20");

export async function placesStarting(
  db: Reader,
  key: string,
): Promise<{ start: string; city: string }[]> {
  const { rows } = await db.execute<{ start: string; city: string }>(sql`
    select start, city from known_places
    where start ~>=~ ${key} and start ~<~ ${`${key}~`}
    order by start using ~<~, city limit ${MAX_PLACES}`);
  return rows;
}

export async function populatedCells(db: Reader, cells: readonly number[]): Promise<Set<number>> {
  // A row's cells are a stretch of the index, walked from one with offers to the next.
  const sorted = [...cells].sort((one, other) => one - other);
  const starts = sorted.filter((cell, at) => sorted[at - 1] !== cell - 1);
  const ends = sorted.filter((cell, at) => sorted[at + 1] !== cell + 1);
  return new Set(await populatedStretches(db, starts, ends));
}

const LAST_CELL = 2 ** 31 - 1;

export const allPopulatedCells = (db: Reader): Promise<number[]> =>
  populatedStretches(db, [0], [LAST_CELL]);

async function populatedStretches(
  db: Reader,
  starts: readonly number[],
  ends: readonly number[],
): Promise<number[]> {
  const first = (stretch: SQL) =>
    sql`(select min(cell) from listed_slots where cut_day = 0 and cell is not null and ${stretch})`;
  const { rows } = await db.execute<{ cell: number }>(sql`
    with recursive populated (cell, stop) as (
      select ${first(sql`cell >= stretch.start and cell <= stretch.stop`)}, stretch.stop
      from unnest(${list(starts.map(String), "int")}, ${list(ends.map(String), "int")})
        as stretch (start, stop)
      union all
      select ${first(sql`cell > populated.cell and cell <= populated.stop`)}, populated.stop
      from populated where populated.cell is not null
    )
    select cell from populated where cell is not null`);
  return rows.map(({ cell }) => cell);
}

export async function citiesNamed(
  db: Reader,
  names: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ name: string; city: string }>(sql`
    select name, city from unnest(${list(names, "text")}) as typed (name)
    join known_places on start = search_key(name) and city = start`);
  return new Map(rows.map(({ name, city }) => [name, city]));
}

export async function bookablePlaces(
  db: Reader,
  { cities, postcodes }: { cities: readonly string[]; postcodes: readonly string[] },
  { name, now, limit }: { name: string; now: Date; limit: number },
): Promise<{ postcode: string | null; written: string }[]> {
  const marks =
    postcodes.length > 0
      ? sql`array['@' || place.city, '^' || place.postcode]`
      : sql`array['@' || place.city]`;
  const order = sql`city = ${name} desc, starts_with(city, ${name}) desc, postcode, frequency desc, city`;
  const { rows } = await db.execute<{ postcode: string | null; written: string }>(sql`
    with place as materialized (
      select * from (
        select place.*, (select count(*) from (
          ${openWith(marks, sql``, now)} limit ${FREQUENTED}) sample) as frequency
        from unnest(${list(cities, "text")}, ${list(postcodes, "text")}) as place (city, postcode)) counted
      where frequency > 0 order by ${order} limit ${limit}
    )
    select postcode, (
      select mode() within group (order by city) from (
        ${openWith(marks, sql`l.card->>'city' as city`, now)} limit ${FREQUENTED}) sample) as written
    from place order by ${order}`);
  return rows;
}

export async function bookableTypes(
  db: Reader,
  now: Date,
): Promise<{ name: string; key: string }[]> {
  const open = openWith(sql`array['#' || search_key(t.name)]`, sql``, now);
  const { rows } = await db.execute<{ name: string; key: string }>(sql`
    select name, search_key(name) as key from activity_types t
    where t.accepted_at is not null and exists (${open})
    order by 2`);
  return rows;
}

export async function professionalsNamed(
  db: Reader,
  key: string,
  limit: number,
): Promise<{ id: string; name: string; city: string | null }[]> {
  const { rows } = await db.execute<{ id: string; name: string; city: string | null }>(sql`
    with named as materialized (
      select id, user_id, created_at, business_name, business_city, rating
      from professional_profiles
      where (' ' || search_key(business_name)) like ${`% ${key}%`} limit ${MAX_NAMES}
    )
    select p.id, p.business_name as name, p.business_city as city
    from named p join profiles owner on owner.id = p.user_id
    where ${isOwnerPresent} and not exists (
      select from professional_profiles newer
      where newer.user_id = p.user_id and (newer.created_at, newer.id) > (p.created_at, p.id))
    order by starts_with(search_key(p.business_name), ${key}) desc, p.rating desc, p.id
    limit ${limit}`);
  return rows;
}

export async function readKey(db: Reader, text: string): Promise<string> {
  const { rows } = await db.execute<{ key: string }>(sql`select search_key(${text}) as key`);
  return rows[0]?.key ?? "";
}
