import { type SQL, sql } from "drizzle-orm";
import { type Executor, list } from "#platform/postgres.server.ts";
import { LAST_MINUTE_WINDOW, LISTING_LEAD, PRICE_BAND_BOUNDS } from "../catalogue/rules.ts";
import type { Sort } from "../catalogue/schema.ts";
import { MAX_PLACES } from "./rules.ts";
import type { Length, OfferKey, Page, Search, Target } from "./schema.ts";

const literal = (value: number) => sql.raw(String(value));
const texts = (values: readonly string[]) => list(values, "text");
const all = (conditions: readonly SQL[]) =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);

// ─── Order ─────────────────────────────────────────────────────────────────────────────────────

const ORDERS: Record<Sort, SQL> = {
  relevance: sql`rank, next_slot_at, session_id`,
  date: sql`next_slot_at, session_id`,
  price_asc: sql`price_cents, next_slot_at, session_id`,
  price_desc: sql`price_cents desc, next_slot_at, session_id`,
  rating: sql`rating desc, next_slot_at, session_id`,
};

const isByDate = (sort: Sort) => sort === "relevance" || sort === "date";

/** « comes after the cursor » in the order of the result; no condition without a cursor. */
function following({ target, after }: Search): SQL[] {
  if (!after) return [];
  const { rank, priceCents, rating } = after;
  const later = sql`(next_slot_at, session_id) > (${after.nextSlotAt}::timestamptz, ${after.sessionId}::uuid)`;
  const further: Record<Sort, SQL> = {
    relevance: sql`rank >= ${rank} and (rank > ${rank} or ${later})`,
    date: later,
    price_asc: sql`price_cents >= ${priceCents} and (price_cents > ${priceCents} or ${later})`,
    price_desc: sql`price_cents <= ${priceCents} and (price_cents < ${priceCents} or ${later})`,
    rating: sql`rating <= ${rating} and (rating < ${rating} or ${later})`,
  };
  return [further[target.sort]];
}

// ─── Wishes ────────────────────────────────────────────────────────────────────────────────────

function inTime({ target, now }: Search): SQL[] {
  const from = sql`next_slot_at > ${new Date(now.getTime() + LISTING_LEAD)}`;
  if (!target.lastMinute) return [from];
  return [from, sql`next_slot_at <= ${new Date(now.getTime() + LAST_MINUTE_WINDOW)}`];
}

/** What columns of `offers` answer, but for what the walked index answers already. */
function ofOffer(target: Target, answered: "city" | "type" | "price" | null): SQL[] {
  const wishes: SQL[] = [];
  const { cities, postcode, type, professionalId } = target;
  if (cities && answered !== "city") {
    // « is true » keeps it a look into a hash table for each row, made once.
    wishes.push(sql`(city in (select unnest(${texts(cities)}))) is true`);
  }
  if (postcode) wishes.push(sql`starts_with(postal_code, ${postcode})`);
  if (type && answered !== "type") wishes.push(sql`activity_type_id = ${type.id}`);
  if (professionalId) wishes.push(sql`professional_id = ${professionalId}`);
  if (answered !== "price") wishes.push(...inBand(target));
  return wishes;
}

function inBand({ price }: Target): SQL[] {
  if (!price) return [];
  const { from, below } = PRICE_BAND_BOUNDS[price];
  const floor = sql`price_cents >= ${from}`;
  return below === null ? [floor] : [floor, sql`price_cents < ${below}`];
}

/** What the facts of an offer answer, in one look at their index. */
function byFacts({ terms, cities, type, price }: Target): SQL[] {
  const facts = [...terms, ...(type ? [type.mark] : []), ...(price ? [`=${price}`] : [])];
  return [
    ...(facts.length > 0 ? [sql`facts @> ${texts(facts)}`] : []),
    ...(cities && cities.length <= MAX_PLACES
      ? [sql`facts && ${texts(cities.map((city) => `@${city}`))}`]
      : []),
  ];
}

/** A scalar subquery and not EXISTS: it stays one lookup for each row, whatever the planner thinks. */
const hasFacts = (facts: readonly string[]) =>
  sql`(select f.facts @> ${texts(facts)} from offer_facts f where f.session_id = found.session_id)`;

// ─── Ways ──────────────────────────────────────────────────────────────────────────────────────

/** One way through an index in the order of the result. */
interface Way {
  /** Several stretches of the index that are walked each and merged. */
  stretches: SQL | null;
  /** The rows of a stretch, in order. */
  rows: (limit: SQL) => SQL;
  /** What is still to be checked of a row, called `found`. */
  rest: SQL[];
}

/** One stretch for each place, unless there are too many. */
function stretchesOf({ cities }: Target): SQL | null {
  if (!cities || cities.length > MAX_PLACES) return null;
  return sql`unnest(${texts(cities)}) as place (name)`;
}

/** The leading word: where it ranks and, when places are asked for, in each of them. */
function wayOfWord(search: Search, [term, ...others]: readonly string[]): Way {
  const { target } = search;
  const places = stretchesOf(target);
  const columns = ofOffer(target, places ? "city" : null);
  return {
    stretches: sql`(values (0::smallint), (1::smallint)) as ranks (of)
      ${places ? sql`cross join ${places}` : sql``}`,
    rows: (limit) => sql`
      select session_id, rank, next_slot_at from offer_terms
      where ${all([
        sql`term = ${term} and rank = ranks.of`,
        ...(places ? [sql`city = place.name`] : []),
        ...inTime(search),
        ...following(search),
      ])} order by next_slot_at, session_id limit ${limit}`,
    rest: [
      ...(others.length > 0 ? [hasFacts(others)] : []),
      ...(columns.length > 0
        ? [sql`(select ${all(columns)} from offers o where o.session_id = found.session_id)`]
        : []),
    ],
  };
}

/** By date, in each place, or of an activity type, or everything. */
function wayByDate(search: Search): Way {
  const { type } = search.target;
  const places = stretchesOf(search.target);
  const answered = places ? "city" : type ? "type" : null;
  return {
    stretches: places,
    rows: (limit) => sql`
      select *, 0 as rank from offers
      where ${all([
        ...(places ? [sql`city = place.name`] : type ? [sql`activity_type_id = ${type.id}`] : []),
        ...inTime(search),
        ...following({ ...search, target: { ...search.target, sort: "date" } }),
      ])} order by next_slot_at, session_id limit ${limit}`,
    rest: ofOffer(search.target, answered),
  };
}

/** By price or rating: everything in that order. */
function wayByValue(search: Search): Way {
  const { target } = search;
  const { sort, terms } = target;
  const byPrice = sort !== "rating";
  return {
    stretches: null,
    rows: (limit) => sql`
      select *, 0 as rank from offers
      where ${all([...(byPrice ? inBand(target) : []), ...following(search)])}
      order by ${ORDERS[sort]} limit ${limit}`,
    rest: [
      ...inTime(search),
      ...ofOffer(target, byPrice ? "price" : null),
      ...(terms.length > 0 ? [hasFacts(terms)] : []),
    ],
  };
}

function wayOf(search: Search): Way {
  const { sort, terms } = search.target;
  if (!isByDate(sort)) return wayByValue(search);
  return terms.length > 0 ? wayOfWord(search, terms) : wayByDate(search);
}

type Walk = Pick<Length, "needed" | "budget">;

/** What a walk finds, `needed` rows of each stretch at most. */
function walked({ stretches, rows, rest }: Way, { needed, budget }: Walk): SQL {
  const stretch =
    rest.length === 0
      ? rows(literal(needed))
      : sql`select * from (${rows(literal(budget))}) found where ${all(rest)} limit ${literal(needed)}`;
  return stretches
    ? sql`${stretches} cross join lateral (${stretch}) found`
    : sql`(${stretch}) found`;
}

/** What may fit, to be looked at one by one. */
function candidates(search: Search): SQL {
  const { target } = search;
  const facts = byFacts(target);
  const source =
    target.professionalId || facts.length === 0
      ? sql`offers found where ${all([
          ...inTime(search),
          ...ofOffer(target, null),
          ...(target.terms.length > 0 ? [hasFacts(target.terms)] : []),
        ])}`
      : sql`offer_facts where ${all(facts)}`;
  return sql`select session_id from ${source}`;
}

// ─── Statements ────────────────────────────────────────────────────────────────────────────────

interface KeyRow extends Record<string, unknown> {
  session_id: string;
  rank: number;
  next_slot_at: string;
  price_cents: number;
  rating: string | number;
}

const toKey = (row: KeyRow): OfferKey => ({
  sessionId: row.session_id,
  rank: row.rank,
  nextSlotAt: row.next_slot_at.replace(" ", "T").replace(/\+00(:00)?$/, "Z"),
  priceCents: row.price_cents,
  rating: Number(row.rating),
});

/** Whether a walk finds all there is, however rare, because its index knows all the wishes. */
export function isWholeWay(search: Search): boolean {
  return wayOf(search).rest.length === 0;
}

/** Keys of the offers of one page, in order, as far as the walk goes. */
export async function walkOffers(
  db: Executor,
  search: Search,
  walk: Walk,
  { offset, limit }: Page,
): Promise<OfferKey[]> {
  const order = ORDERS[search.target.sort];
  const { rows } = await db.execute<KeyRow>(sql`
    with page as materialized (
      select found.session_id, found.rank from ${walked(wayOf(search), walk)}
      order by ${order} limit ${limit} offset ${offset}
    )
    select page.rank, o.session_id, o.next_slot_at, o.price_cents, o.rating
    from page join offers o on o.session_id = page.session_id
    order by ${order}`);
  return rows.map(toKey);
}

/** How many a walk finds, `walk.needed` at most. */
export async function countOnWalk(db: Executor, search: Search, walk: Walk): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count
    from (select from ${walked(wayOf(search), walk)} limit ${literal(walk.needed)}) counted`);
  return rows[0]?.count ?? 0;
}

/**
 * One page of all that fits, in order, and how many fit. The candidates are looked up first and by
 * themselves: left to choose, the planner would walk the index that has just been walked in vain.
 *
 * @param most look at so many candidates only; null for all. When there are more, `isAll` is
 * false, the keys mean nothing and the count is only the least there are.
 */
export async function fetchAll(
  db: Executor,
  search: Search,
  { offset, limit }: Page,
  most: number | null,
): Promise<{ keys: OfferKey[]; count: number; isAll: boolean }> {
  const { target } = search;
  const order = ORDERS[target.sort];
  const [leading] = target.terms;
  const rank = leading
    ? sql`(select t.rank from offer_terms t
        where t.session_id = found.session_id and t.term = ${leading})`
    : sql`0`;
  const { rows } = await db.execute<{ looked_at: number; count: number; page: KeyRow[] }>(sql`
    with candidate as materialized (
      ${candidates(search)} ${most === null ? sql`` : sql`limit ${literal(most + 1)}`}
    ), fitting as materialized (
      select found.session_id, next_slot_at, price_cents, rating, ${rank} as rank
      from candidate join offers found on found.session_id = candidate.session_id
      where ${all([...inTime(search), ...ofOffer(target, null)])}
    ), page as (
      select * from fitting where ${all(following(search))}
      order by ${order} limit ${limit} offset ${offset}
    )
    select (select count(*)::int from candidate) as looked_at,
      (select count(*)::int from fitting) as count,
      (select coalesce(json_agg(page order by ${order}), '[]') from page) as page`);
  const [row] = rows;
  if (!row) throw new Error("a select without FROM answers one row");
  const isAll = most === null || row.looked_at <= most;
  return { keys: row.page.map(toKey), count: row.count, isAll };
}

// ─── What was typed ────────────────────────────────────────────────────────────────────────────

export interface TypedWord {
  word: string;
  term: string;
  /** Whether an offer has it now. */
  isKnown: boolean;
}

export interface TypedPlace {
  /** As `search_key` writes it. */
  key: string;
  cities: string[];
}

/** What the dictionaries know of what was typed: one statement for all three fields. */
export async function readTyped(
  db: Executor,
  typed: { q: string; location: string; category: string },
): Promise<{
  /** `q` as `search_key` writes it: empty when there is nothing in it that can be found. */
  text: string;
  words: TypedWord[];
  place: TypedPlace;
  type: { id: string; mark: string } | null;
}> {
  const { rows } = await db.execute<{
    text: string;
    words: TypedWord[];
    key: string;
    cities: string[];
    type: { id: string; mark: string } | null;
  }>(sql`
    select typed.text, typed.key,
      (select coalesce(json_agg(json_build_object('word', word, 'term', term, 'isKnown',
          exists (select from offer_terms t where t.term = w.term))), '[]')
        from search_words(typed.text) w) as words,
      array(select distinct k.city from known_places k
        where typed.key <> '' and k.start ~>=~ typed.key and k.start ~<~ (typed.key || '~')) as cities,
      (select json_build_object('id', id, 'mark', '#' || search_key(name))
        from activity_types where search_key(name) = typed.type limit 1) as type
    from (select search_key(${typed.q}), search_key(${typed.location}), search_key(${typed.category})
      offset 0) typed (text, key, type)`);
  const row = rows[0];
  if (!row) throw new Error("a select without WHERE answers one row");
  return {
    text: row.text,
    words: row.words,
    place: { key: row.key, cities: row.cities },
    type: row.type,
  };
}

/** Known words most like this one, the likest first. */
export async function similarWords(
  db: Executor,
  word: string,
): Promise<{ word: string; term: string }[]> {
  const { rows } = await db.execute<{ word: string; term: string }>(sql`
    select word, term from (select * from known_words order by word <-> ${word} limit 60) near
    where exists (select from offer_terms t where t.term = near.term)`);
  return rows;
}

/** Known places most like this one, the likest first. */
export async function similarPlaces(
  db: Executor,
  key: string,
): Promise<{ start: string; city: string }[]> {
  const { rows } = await db.execute<{ start: string; city: string }>(sql`
    select start, city from known_places order by start <-> ${key} limit 60`);
  return rows;
}
