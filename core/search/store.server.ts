import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import { LAST_MINUTE_WINDOW, LISTING_LEAD, PRICE_BAND_BOUNDS } from "../catalogue/rules.ts";
import type { Sort } from "../catalogue/schema.ts";
import type { OfferKey, Page, Search, Target, Walk } from "./schema.ts";

/*
 * How a page is found. Walk the one index that is already in the order of the result and stop when
 * the page is full. Wishes that this index does not know are checked on the way; if a bounded walk
 * does not fill the page, what is looked for is rare: then all of it is fetched by its facts (a GIN
 * index) and sorted. Either way the work does not grow with the catalogue.
 */

const literal = (value: number) => sql.raw(String(value));
const texts = (values: readonly string[]) => sql`${sql.param(values)}::text[]`;
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
function ofOffer(target: Target, answered: "city" | "type" | null): SQL[] {
  const wishes: SQL[] = [];
  const { cities, postcode, type, professionalId, price } = target;
  if (cities && answered !== "city") wishes.push(sql`city = any(${texts(cities)})`);
  if (postcode) wishes.push(sql`starts_with(postal_code, ${postcode})`);
  if (type && answered !== "type") wishes.push(sql`activity_type_id = ${type.id}`);
  if (professionalId) wishes.push(sql`professional_id = ${professionalId}`);
  if (price) {
    const { from, below } = PRICE_BAND_BOUNDS[price];
    wishes.push(sql`price_cents >= ${from}`);
    if (below !== null) wishes.push(sql`price_cents < ${below}`);
  }
  return wishes;
}

/** What the facts of an offer answer. */
function factsOf({ terms, cities, type, price, professionalId }: Target): string[] {
  if (professionalId) return terms;
  return [
    ...terms,
    ...(cities?.length === 1 ? [`@${cities[0]}`] : []),
    ...(type ? [type.mark] : []),
    ...(price ? [`=${price}`] : []),
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

/** The leading word: where it ranks and, when places are asked for, in each of them. */
function wayOfWord(search: Search, [term, ...others]: readonly string[]): Way {
  const { target } = search;
  const places = target.cities && sql`cross join unnest(${texts(target.cities)}) as place (name)`;
  const columns = ofOffer(target, "city");
  return {
    stretches: sql`(values (0::smallint), (1::smallint)) as ranks (of) ${places ?? sql``}`,
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
  const { cities, type } = search.target;
  const answered = cities ? "city" : type ? "type" : null;
  return {
    stretches: cities && sql`unnest(${texts(cities)}) as place (name)`,
    rows: (limit) => sql`
      select *, 0 as rank from offers
      where ${all([
        ...(cities ? [sql`city = place.name`] : type ? [sql`activity_type_id = ${type.id}`] : []),
        ...inTime(search),
        ...following({ ...search, target: { ...search.target, sort: "date" } }),
      ])} order by next_slot_at, session_id limit ${limit}`,
    rest: ofOffer(search.target, answered),
  };
}

/** By price or rating: everything in that order. */
function wayByValue(search: Search): Way {
  const { sort, terms } = search.target;
  return {
    stretches: null,
    rows: (limit) => sql`
      select *, 0 as rank from offers where ${all(following(search))}
      order by ${ORDERS[sort]} limit ${limit}`,
    rest: [
      ...inTime(search),
      ...ofOffer(search.target, null),
      ...(terms.length > 0 ? [hasFacts(terms)] : []),
    ],
  };
}

function wayOf(search: Search): Way {
  const { sort, terms } = search.target;
  if (!isByDate(sort)) return wayByValue(search);
  return terms.length > 0 ? wayOfWord(search, terms) : wayByDate(search);
}

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

/** All that fits, however rare. */
function fetched(search: Search): SQL {
  const { target } = search;
  const facts = factsOf(target);
  const rank =
    target.terms[0] === undefined
      ? sql`0`
      : sql`(select t.rank from offer_terms t
          where t.session_id = o.session_id and t.term = ${target.terms[0]})`;
  return sql`(
    select o.*, ${rank} as rank
    from offers o ${facts.length > 0 ? sql`join offer_facts f on f.session_id = o.session_id` : sql``}
    where ${all([
      ...(facts.length > 0 ? [sql`f.facts @> ${texts(facts)}`] : []),
      ...inTime(search),
      ...ofOffer(target, null),
    ])}) found`;
}

// ─── Statements ────────────────────────────────────────────────────────────────────────────────

interface KeyRow extends Record<string, unknown> {
  session_id: string;
  rank: number;
  next_slot_at: string;
  price_cents: number;
  rating: string;
}

/** Keys of the offers of one page, in order. */
async function selectKeys(
  db: Executor,
  { target }: Search,
  source: SQL,
  { offset, limit }: Page,
): Promise<OfferKey[]> {
  const order = ORDERS[target.sort];
  const { rows } = await db.execute<KeyRow>(sql`
    with page as materialized (
      select found.session_id, found.rank from ${source}
      order by ${order} limit ${limit} offset ${offset}
    )
    select page.rank, o.session_id, o.next_slot_at, o.price_cents, o.rating
    from page join offers o on o.session_id = page.session_id
    order by ${order}`);
  return rows.map((row) => ({
    sessionId: row.session_id,
    rank: row.rank,
    nextSlotAt: row.next_slot_at.replace(" ", "T").replace("+00", "Z"),
    priceCents: row.price_cents,
    rating: Number(row.rating),
  }));
}

async function count(db: Executor, source: SQL, most: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select from ${source} limit ${literal(most)}) counted`);
  return rows[0]?.count ?? 0;
}

/** Whether a walk finds all there is, however rare, because its index knows all the wishes. */
export function isWholeWay(search: Search): boolean {
  return wayOf(search).rest.length === 0;
}

export function walkOffers(
  db: Executor,
  search: Search,
  walk: Walk,
  page: Page,
): Promise<OfferKey[]> {
  return selectKeys(db, search, walked(wayOf(search), walk), page);
}

export function fetchOffers(db: Executor, search: Search, page: Page): Promise<OfferKey[]> {
  const source = sql`(select * from ${fetched(search)} where ${all(following(search))}) found`;
  return selectKeys(db, search, source, page);
}

/** How many a walk finds, `walk.needed` at most. */
export function countWalked(db: Executor, search: Search, walk: Walk): Promise<number> {
  return count(db, walked(wayOf(search), walk), walk.needed);
}

export function countFetched(db: Executor, search: Search, most: number): Promise<number> {
  return count(db, fetched(search), most);
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
    select search_key(${typed.q}) as text, place.key,
      (select coalesce(json_agg(json_build_object('word', word, 'term', term, 'isKnown',
          exists (select from offer_terms t where t.term = w.term))), '[]')
        from search_words(${typed.q}) w) as words,
      array(select distinct k.city from known_places k
        where place.key <> '' and k.start ~>=~ place.key and k.start ~<~ (place.key || '~')) as cities,
      (select json_build_object('id', id, 'mark', '#' || search_key(name))
        from activity_types where search_key(name) = search_key(${typed.category}) limit 1) as type
    from (select search_key(${typed.location})) place (key)`);
  const row = rows[0];
  if (!row) throw new Error("a select without FROM conditions answers one row");
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
