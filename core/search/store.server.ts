import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Executor, list } from "#platform/postgres.server.ts";
import { LAST_MINUTE_WINDOW } from "../catalogue/rules.ts";
import type { Figures, Sort } from "../catalogue/schema.ts";
import type { PriceBand } from "../offers/rules.ts";
import { LISTING_LEAD, PRICE_BAND_BOUNDS } from "../offers/rules.ts";
import type { OfferedActivity } from "../professionals/schema.ts";
import type { OfferCard } from "../tables.server.ts";
import { offerings, professionalProfiles } from "../tables.server.ts";
import { INDEX_ONLY, LIMITS, lengthFor, MANY_FACTS, MAX_PLACES } from "./rules.ts";
import type { FoundOffer, Length, Page, Search, Target } from "./schema.ts";

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

/**
 * « comes after the cursor » in the order of the result, in parts that follow each other: an index
 * would be passed from its beginning to answer « either … or ». One part, of no condition, without a
 * cursor.
 */
function following({ target, after }: Search): SQL[] {
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
const anyFollowing = (search: Search) => sql`(${sql.join(following(search), sql` or `)})`;

// ─── Wishes ────────────────────────────────────────────────────────────────────────────────────

/** Search drops a slot shortly before it starts. */
const listedFrom = (now: Date) => new Date(now.getTime() + LISTING_LEAD);

function inTime({ target, now }: Search): SQL[] {
  const from = sql`next_slot_at > ${listedFrom(now)}`;
  if (!target.lastMinute) return [from];
  return [from, sql`next_slot_at <= ${new Date(now.getTime() + LAST_MINUTE_WINDOW)}`];
}

type Column = "city" | "postal_code" | "activity_type_id" | "professional_id" | "price_cents";

/** The conditions on columns of `offers`, without those that a walked index begins with. */
function ofColumns(target: Target, answered: Column | null): { column: Column; wish: SQL }[] {
  const { cities, postcode, type, professionalId, price } = target;
  const wishes: [Column, SQL | null][] = [
    // « is true » keeps it a look into a hash table for each row, made once.
    ["city", cities && sql`(city in (select unnest(${texts(cities)}))) is true`],
    ["postal_code", postcode === null ? null : sql`starts_with(postal_code, ${postcode})`],
    ["activity_type_id", type && sql`activity_type_id = ${type.id}`],
    ["professional_id", professionalId === null ? null : sql`professional_id = ${professionalId}`],
    ["price_cents", price && inBand(price)],
  ];
  return wishes.flatMap(([column, wish]) =>
    wish && column !== answered ? [{ column, wish }] : [],
  );
}

/**
 * Scalar subqueries hide the bounds from the planner, as `list` does: otherwise it would plan anew
 * each time, which takes longer than the search.
 */
function inBand(price: PriceBand): SQL {
  const { from, below } = PRICE_BAND_BOUNDS[price];
  const least = sql`price_cents >= (select ${from}::int)`;
  return below === null ? least : sql`${least} and price_cents < (select ${below}::int)`;
}

/**
 * The conditions that an offer's facts answer, in one look at their index; null when there are
 * none. All others are in `others`, on `offers`.
 */
function ofFacts({ terms, cities, postcode, type, price, ...target }: Target): {
  facts: SQL | null;
  others: SQL[];
} {
  const isOneByOne = cities !== null && cities.length <= MAX_PLACES;
  const marks = [
    ...terms,
    ...(type ? [type.mark] : []),
    ...(postcode === null ? [] : [`^${postcode}`]),
    ...(price ? [`€${price}`] : []),
  ];
  const conditions = [
    ...(marks.length > 0 ? [sql`facts @> ${texts(marks)}`] : []),
    ...(isOneByOne ? [sql`facts && ${texts(cities.map((city) => `@${city}`))}`] : []),
  ];
  const none = { terms: [], postcode: null, type: null, price: null };
  const others = { ...target, ...none, cities: isOneByOne ? null : cities };
  return {
    facts: conditions.length > 0 ? all(conditions) : null,
    others: ofColumns(others, null).map(({ wish }) => wish),
  };
}

/** A scalar subquery and not EXISTS: it stays one lookup for each row, whatever the planner thinks. */
const look = (table: "offers" | "offer_facts", wish: SQL) =>
  sql`(select ${wish} from ${sql.identifier(table)} o where o.session_id = found.session_id)`;

// ─── Ways ──────────────────────────────────────────────────────────────────────────────────────

/** A way through an index in the order of the result. */
interface Way {
  /**
   * Several stretches of the index, each walked and then merged, with the values that tell them
   * apart.
   */
  stretches: { all: SQL; name: SQL } | null;
  /**
   * The first rows of a stretch, in order, from the index alone; only `limit` of them, which may
   * have an offset.
   */
  rows: (most: SQL, limit?: SQL) => SQL;
  /** Further columns of the index, on which a row, called `found`, is still to be checked. */
  checks: SQL[];
  /** Columns that must be looked up for a row. */
  lookups: SQL[];
}

/** One stretch for each place, unless there are too many. */
function stretchesOf({ cities }: Target): Way["stretches"] {
  if (!cities || cities.length > MAX_PLACES) return null;
  return { all: sql`unnest(${texts(cities)}) as place (name)`, name: sql`place.name` };
}

/**
 * The conditions that an index answers, and those that need a look at the facts, or even at the
 * offer.
 */
function checked(
  target: Target,
  answered: Column | null,
  known: readonly Column[],
  terms: readonly string[],
): Pick<Way, "checks" | "lookups"> {
  const isKnown = (column: Column) => column === answered || known.includes(column);
  const { facts, others } = ofFacts({
    ...target,
    terms: [...terms],
    cities: isKnown("city") ? null : target.cities,
    postcode: isKnown("postal_code") ? null : target.postcode,
    type: isKnown("activity_type_id") ? null : target.type,
    price: isKnown("price_cents") ? null : target.price,
    professionalId: isKnown("professional_id") ? null : target.professionalId,
  });
  return {
    checks: ofColumns(target, answered).flatMap(({ column, wish }) =>
      known.includes(column) ? [wish] : [],
    ),
    lookups: [
      ...(facts ? [look("offer_facts", facts)] : []),
      ...(others.length > 0 ? [look("offers", all(others))] : []),
    ],
  };
}

/** By the leading word: by rank and, when places are asked for, in each of them. */
function wayOfWord(search: Search, [term, ...others]: readonly string[]): Way {
  const places = stretchesOf(search.target);
  const byRank = search.target.sort === "relevance";
  return {
    stretches: {
      all: sql`(values (0::smallint), (1::smallint)) as ranks (of)
        ${places ? sql`cross join ${places.all}` : sql``}`,
      name: places ? sql`ranks.of || ${places.name}` : sql`ranks.of`,
    },
    rows: (most, limit = most) => sql`
      select session_id, ${byRank ? sql`rank` : sql`0 as rank`}, next_slot_at from offer_terms
      where ${all([
        sql`term = ${term} and rank = ranks.of`,
        ...(places ? [sql`city = place.name`] : []),
        ...inTime(search),
        anyFollowing(search),
      ])} order by next_slot_at, session_id limit ${limit}`,
    ...checked(search.target, places ? "city" : null, [], others),
  };
}

/** By date: of one professional, in each place, of an activity type, or everything. */
function wayByDate(search: Search): Way {
  const { target } = search;
  const { professionalId, type, terms } = target;
  const places = professionalId === null ? stretchesOf(target) : null;
  const [begin, answered, known]: [SQL[], Column | null, Column[]] =
    professionalId !== null
      ? [[sql`professional_id = ${professionalId}`], "professional_id", []]
      : places
        ? [[sql`city = place.name`], "city", ["price_cents", "activity_type_id"]]
        : type
          ? [[sql`activity_type_id = ${type.id}`], "activity_type_id", ["price_cents"]]
          : [[], null, ["price_cents"]];
  const columns = known.map((column) => sql`, ${sql.identifier(column)}`);
  const byDate: Search = { ...search, target: { ...target, sort: "date" } };
  return {
    stretches: places,
    rows: (most, limit = most) => sql`
      select session_id, 0 as rank, next_slot_at ${sql.join(columns)} from offers
      where ${all([...begin, ...inTime(search), ...following(byDate)])}
      order by next_slot_at, session_id limit ${limit}`,
    ...checked(target, answered, known, terms),
  };
}

/** By price or rating: everything in that order. */
function wayByValue(search: Search): Way {
  const { target } = search;
  const { sort, price } = target;
  const byPrice = sort !== "rating";
  const { checks, lookups } = checked(
    target,
    byPrice ? "price_cents" : null,
    ["city", "activity_type_id", "price_cents"],
    target.terms,
  );
  return {
    stretches: null,
    rows: (most, limit = most) =>
      sql`select * from (${sql.join(
        following(search).map(
          (part) => sql`(
          select session_id, 0 as rank, next_slot_at, price_cents, city, activity_type_id
            ${byPrice ? sql`` : sql`, rating`}
          from offers where ${all([...(byPrice && price ? [inBand(price)] : []), part])}
          order by ${ORDERS[sort]} limit ${most})`,
        ),
        sql` union all `,
      )}) part order by ${ORDERS[sort]} limit ${limit}`,
    checks: [...inTime(search), ...checks],
    lookups,
  };
}

function wayOf(search: Search): Way {
  const { sort, terms, professionalId } = search.target;
  if (sort !== "relevance" && sort !== "date") return wayByValue(search);
  return terms.length > 0 && professionalId === null ? wayOfWord(search, terms) : wayByDate(search);
}

/** Whether an index is in the order of this result: one professional's offers are only by date. */
export function hasWay({ target: { sort, terms, professionalId } }: Search): boolean {
  if (professionalId === null || sort === "date") return true;
  return sort === "relevance" && terms.length === 0;
}

/** Whether a walk needs no look beside its index, so that it passes thousands in no time. */
export function isIndexOnly(search: Search): boolean {
  return wayOf(search).lookups.length === 0;
}

/**
 * The result of a walk, with its `stretch`: `needed` rows of each stretch at most, past `budget`
 * rows at most. `isAll`: it came to the end. `isInOrder`: the rows found, called `met`, come before
 * all rows not reached, for which no stretch may have been left before it gave `needed` rows.
 */
function walked(way: Way, { needed, budget }: Length): { found: SQL; isAll: SQL; isInOrder: SQL } {
  const { stretches, rows, checks, lookups } = way;
  const rest = [...checks, ...lookups];
  const steps = lookups.length > 0 ? budget : budget * INDEX_ONLY;
  const stretch =
    rest.length === 0
      ? rows(literal(needed))
      : sql`select * from (${rows(literal(steps))}) found where ${all(rest)} limit ${literal(needed)}`;
  const each = (part: SQL, name: SQL) =>
    stretches ? sql`${stretches.all} cross join lateral (${part}) ${name}` : sql`(${part}) ${name}`;
  const beyond = each(rows(literal(steps + 1), sql`1 offset ${literal(steps)}`), sql`beyond`);
  const filled = sql`(select count(*) from met where stretch = ${stretches?.name}) < ${literal(needed)}`;
  return {
    found: sql`(select found.*, ${stretches?.name ?? sql`null`} as stretch
      from ${each(stretch, sql`found`)}) found`,
    isAll: rest.length === 0 ? sql`true` : sql`not exists (select from ${beyond})`,
    isInOrder:
      rest.length === 0 || !stretches
        ? sql`true`
        : sql`not exists (select from ${beyond} where ${filled})`,
  };
}

/**
 * All matches, from an index in the order of dates that answers every condition, with the price to
 * sort by; null when there is none.
 */
function covered(search: Search): SQL | null {
  const { terms, cities, type, professionalId, sort } = search.target;
  if (terms.length > 0 || professionalId !== null || sort === "rating") return null;
  if (!cities && !type) return null;
  const { stretches, rows, checks, lookups } = wayByDate({ ...search, after: null });
  if (lookups.length > 0) return null;
  return sql`select session_id, next_slot_at, price_cents, null as rating, 0 as rank
    from ${stretches ? sql`${stretches.all} cross join lateral` : sql``} (${rows(sql`all`)}) found
    where ${all(checks)}`;
}

/**
 * Candidates (session_id, sort keys, rank): from one index; by their facts; or all of one
 * professional's, or everything when no fact is asked for. Only the time is still to be checked.
 */
function candidates(search: Search): SQL {
  const known = covered(search);
  if (known) return known;
  const { target } = search;
  const { facts, others } = ofFacts(target);
  const [leading] = target.sort === "relevance" ? target.terms : [];
  const isWeak = sql`(not facts @> ${texts([`!${leading}`])})::int`;
  if (facts && target.professionalId === null) {
    return sql`select session_id, next_slot_at, price_cents, rating, ${leading ? isWeak : sql`0`} as rank
      from offer_facts found
      where ${all([facts, ...(others.length > 0 ? [look("offers", all(others))] : [])])}`;
  }
  const wishes = ofColumns(target, null).map(({ wish }) => wish);
  return sql`select session_id, next_slot_at, price_cents, rating,
      ${leading ? look("offer_facts", isWeak) : sql`0`} as rank
    from offers found
    where ${all([...wishes, ...(facts ? [look("offer_facts", facts)] : [])])}`;
}

/** The conditions that facts answer. */
function factsOf({ terms, type, cities, postcode, price }: Target) {
  return [...terms, type, cities, postcode, price].filter((wish) => wish !== null);
}

/** Whether there is one condition only, which any number of offers may meet. */
export function isOneFact({ target }: Search): boolean {
  return factsOf(target).length === 1;
}

/** Whether there are so many conditions that few offers meet them as a rule. */
export function hasManyFacts({ target }: Search): boolean {
  return factsOf(target).length >= MANY_FACTS;
}

/** Whether the facts say more than the walked index: otherwise there is nothing rarer to fetch. */
export function hasRarerFacts({ target }: Search): boolean {
  const { sort, terms, cities, price } = target;
  const { length } = factsOf(target);
  if (sort !== "relevance" && sort !== "date") return length > Number(price !== null);
  return length > (terms.length > 0 && cities ? 2 : 1);
}

// ─── Statements ────────────────────────────────────────────────────────────────────────────────

interface OfferRow {
  session_id: string;
  rank: number;
  next_slot_at: string;
  next_slot_spots: number;
  price_cents: number;
  rating: number;
  card: OfferCard;
}

const toOffer = (row: OfferRow): FoundOffer => ({
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
    select o.session_id, page.rank, o.next_slot_at, o.next_slot_spots, o.price_cents, o.rating, o.card
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
  return { offers: row.page.map(toOffer), isRight: row.is_right, met: row.met };
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
  return { offers: row.page.map(toOffer), offset: row.starts, count: row.count };
}

/** The number of matches, `most` at most. */
export async function countFitting(db: Executor, search: Search, most: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (${fitting(search)} limit ${literal(most)}) counted`);
  return only(rows).count;
}

/** The row of a statement that answers exactly one. */
function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error("the statement answered no row");
  return row;
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

/** The cities of the places that begin as `typed.key` says. */
const citiesStarting = sql`array(select distinct k.city from known_places k
  where typed.key <> '' and k.start ~>=~ typed.key and k.start ~<~ (typed.key || '~'))`;

/** The dictionaries' entries for the typed text: one statement for all three fields. */
export async function readTyped(
  db: Executor,
  typed: { q: string; location: string; category: string },
): Promise<{
  /** `q` as `search_key` writes it: empty when nothing in it can be found. */
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
      ${citiesStarting} as cities,
      (select json_build_object('id', id, 'mark', '#' || search_key(name))
        from activity_types where search_key(name) = nullif(typed.type, '') limit 1) as type
    from (select search_key(${typed.q}), search_key(${typed.location}), search_key(${typed.category})
      offset 0) typed (text, key, type)`);
  const row = only(rows);
  return {
    text: row.text,
    words: row.words,
    place: { key: row.key, cities: row.cities },
    type: row.type,
  };
}

/** The dictionary's entries for each of these places. */
export async function readPlaces(
  db: Executor,
  names: readonly string[],
): Promise<(TypedPlace & { name: string })[]> {
  const { rows } = await db.execute<{ name: string; key: string; cities: string[] }>(sql`
    select typed.name, typed.key, ${citiesStarting} as cities
    from (select name, search_key(name) as key from unnest(${texts(names)}) as name offset 0) typed`);
  return rows;
}

/** The known words most like this one, the most similar first. */
export async function similarWords(
  db: Executor,
  word: string,
): Promise<{ word: string; term: string }[]> {
  const { rows } = await db.execute<{ word: string; term: string }>(sql`
    select word, term from (select * from known_words order by word <-> ${word} limit 60) near
    where exists (select from offer_terms t where t.term = near.term)`);
  return rows;
}

/** At most this many known words with the same beginning are compared. */
const MOST_BEGINNINGS = sql.raw("50");
/** A word counts as frequent with this many offers, however many more it has. */
const FREQUENT = sql.raw("100");

/** The known word with this beginning that most offers have; null when none begins so. */
export async function beginningWith(
  db: Executor,
  start: string,
): Promise<{ word: string; term: string } | null> {
  const { rows } = await db.execute<{ word: string; term: string }>(sql`
    select word, term from (
      select word, term from known_words
      where word ~>=~ ${start} and word ~<~ ${`${start}~`} limit ${MOST_BEGINNINGS}) near
    cross join lateral (
      select count(*) as offers from (
        select from offer_terms t where t.term = near.term limit ${FREQUENT}) counted) counted
    where offers > 0 order by offers desc, length(word), word limit 1`);
  return rows[0] ?? null;
}

/** The known places most like this one, the most similar first. */
export async function similarPlaces(
  db: Executor,
  key: string,
): Promise<{ start: string; city: string }[]> {
  const { rows } = await db.execute<{ start: string; city: string }>(sql`
    select start, city from known_places order by start <-> ${key} limit 60`);
  return rows;
}

// ─── What may be meant while it is typed ───────────────────────────────────────────────────────

/** At most this many with the same beginning are compared; one more letter shows the others. */
const MOST_PLACES = sql.raw("300");
const MOST_NAMES = sql.raw("100");
/** A place counts as frequented with this many offers, however many more it has. */
const FREQUENTED = sql.raw("20");

/** The known places whose name or postcode begins with `key`, in the order of their letters. */
export async function placesStarting(
  db: Executor,
  key: string,
): Promise<{ start: string; city: string }[]> {
  const { rows } = await db.execute<{ start: string; city: string }>(sql`
    select start, city from known_places
    where start ~>=~ ${key} and start ~<~ ${`${key}~`}
    order by start using ~<~, city limit ${MOST_PLACES}`);
  return rows;
}

/**
 * The known cities whose whole name is among these, each with the city as `search_key` writes it.
 */
export async function citiesNamed(
  db: Executor,
  names: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ name: string; city: string }>(sql`
    select name, city from unnest(${texts(names)}) as typed (name)
    join known_places on start = search_key(name) and city = start`);
  return new Map(rows.map(({ name, city }) => [name, city]));
}

/**
 * Those of these places where something can be booked now: the city of exactly this name, those
 * whose name begins so, the most frequented; postcodes in their order. A place without one is a
 * whole city.
 *
 * @returns the city as most of its soonest offers write it.
 */
export async function bookablePlaces(
  db: Executor,
  { cities, postcodes }: { cities: readonly string[]; postcodes: readonly string[] },
  { name, now, limit }: { name: string; now: Date; limit: number },
): Promise<{ postcode: string | null; written: string }[]> {
  const isThere = sql`o.city = place.city and o.next_slot_at > ${listedFrom(now)}
    ${postcodes.length > 0 ? sql`and o.postal_code = place.postcode` : sql``}`;
  const order = sql`city = ${name} desc, starts_with(city, ${name}) desc, postcode, frequency desc, city`;
  const { rows } = await db.execute<{ postcode: string | null; written: string }>(sql`
    with place as materialized (
      select * from (
        select place.*, (select count(*) from (
          select from offers o where ${isThere} limit ${FREQUENTED}) sample) as frequency
        from unnest(${texts(cities)}, ${texts(postcodes)}) as place (city, postcode)) counted
      where frequency > 0 order by ${order} limit ${limit}
    )
    select postcode, (
      select mode() within group (order by city) from (
        select card->>'city' as city from offers where session_id in (
          select o.session_id from offers o where ${isThere}
          order by o.next_slot_at, o.session_id limit ${FREQUENTED})) soonest) as written
    from place order by ${order}`);
  return rows;
}

/**
 * The activity types that everybody is offered, of which something can be booked now: there are some
 * twenty at most.
 */
export async function bookableTypes(
  db: Executor,
  now: Date,
): Promise<{ name: string; key: string }[]> {
  const { rows } = await db.execute<{ name: string; key: string }>(sql`
    select name, search_key(name) as key from activity_types t
    where t.accepted_at is not null and exists (select from offers o
      where o.activity_type_id = t.id and o.next_slot_at > ${listedFrom(now)})
    order by 2`);
  return rows;
}

/** The professionals of the directory with a word of their name that begins so, the best rated first. */
export async function professionalsNamed(
  db: Executor,
  key: string,
  limit: number,
): Promise<{ id: string; name: string; city: string | null }[]> {
  const { rows } = await db.execute<{ id: string; name: string; city: string | null }>(sql`
    with named as materialized (
      select id, user_id, created_at, business_name, business_city, rating
      from professional_profiles
      where (' ' || search_key(business_name)) like ${`% ${key}%`} limit ${MOST_NAMES}
    )
    select p.id, p.business_name as name, p.business_city as city
    from named p join profiles owner on owner.id = p.user_id
    where owner.account_status = 'active' and owner.deletion_asked_at is null and not exists (
      select from professional_profiles newer
      where newer.user_id = p.user_id and (newer.created_at, newer.id) > (p.created_at, p.id))
    order by starts_with(search_key(p.business_name), ${key}) desc, p.rating desc, p.id
    limit ${limit}`);
  return rows;
}

/** A text as search compares it: lower case, no accents, letters and digits between single spaces. */
export async function readKey(db: Executor, text: string): Promise<string> {
  const { rows } = await db.execute<{ key: string }>(sql`select search_key(${text}) as key`);
  return only(rows).key;
}

/**
 * These activity types, with the number of their sessions that lists show at `now`, `most` at most.
 */
export async function countByType(
  db: Executor,
  names: readonly string[],
  { now, most }: { now: Date; most: number },
): Promise<{ name: string; count: number }[]> {
  const { rows } = await db.execute<{ name: string; count: number }>(sql`
    select name.value as name, (
      select count(*)::int from (
        select from activity_types t join offers o on o.activity_type_id = t.id
        where t.name = name.value and o.next_slot_at > ${new Date(now.getTime() + LISTING_LEAD)}
        limit ${most}) counted) as count
    from unnest(${list(names, "text")}) with ordinality as name (value, position)
    order by position`);
  return rows;
}

/**
 * The numbers of bookable sessions, of their professionals and of their cities. Nothing is counted
 * beyond `most`; the distinct ones are walked along their indexes, one step for each.
 */
export async function countFigures(db: Executor, most: number): Promise<Figures> {
  const { rows } = await db.execute<{ [Name in keyof Figures]: number }>(sql`
    with recursive professional (id) as (
      (select professional_id from offers order by professional_id limit 1)
      union all
      select (select professional_id from offers where professional_id > professional.id
        order by professional_id limit 1) from professional where professional.id is not null
    ), city (name) as (
      (select city from offers where city > '' order by city limit 1)
      union all
      select (select city from offers where city > city.name order by city limit 1)
      from city where city.name is not null
    )
    select
      (select count(*)::int from (select from offers limit ${most}) counted) as sessions,
      (select count(id)::int from (select id from professional limit ${most}) counted)
        as professionals,
      (select count(name)::int from (select name from city limit ${most}) counted) as cities`);
  return rows[0] ?? { sessions: 0, professionals: 0, cities: 0 };
}

/** Written like the index on sessions, which bookings do not touch. */
const REDUCTION = sql`((price_cents - discounted_price_cents) * 100 / nullif(price_cents, 0))`;

/**
 * The largest reduction in whole percents, rounded down, of a bookable session; null when none is
 * reduced.
 */
export async function readLargestReduction(db: Executor): Promise<number | null> {
  const { rows } = await db.execute<{ percent: number }>(sql`
    select ${REDUCTION} as percent from ${offerings}
    where discounted_price_cents > 0 and is_active
      and exists (select from offers where session_id = ${offerings.id})
    order by ${REDUCTION} desc limit 1`);
  return rows[0]?.percent || null;
}

/** A session that was deleted, or whose professional has left: its activity and its city. */
export async function readGoneSession(
  db: Executor,
  sessionId: string,
): Promise<{ category: string; typeId: string; typeMark: string; cityKey: string } | null> {
  const { rows } = await db.execute<{
    category: string;
    typeId: string;
    typeMark: string;
    cityKey: string;
  }>(sql`
    select t.name as category, t.id as "typeId", '#' || search_key(t.name) as "typeMark",
      search_key(coalesce(s.city, '')) as "cityKey"
    from offerings s
      join activity_types t on t.id = s.activity_type_id
      join professional_profiles p on p.id = s.professional_id
      join profiles owner on owner.id = p.user_id
    where s.id = ${sessionId} and (s.deleted_at is not null or owner.account_status = 'deleted')`);
  return rows[0] ?? null;
}

/** The instant at which this profile was made. */
export async function readMemberSince(db: Executor, id: string): Promise<Date> {
  const { createdAt } = professionalProfiles;
  const [row] = await db
    .select({ createdAt })
    .from(professionalProfiles)
    .where(eq(professionalProfiles.id, id));
  if (!row) throw new Error(`professional ${id} is gone`);
  return row.createdAt;
}

/** The active activities of a professional who can be paid, the soonest first, without a date last. */
export async function readOfferedActivities(
  db: Executor,
  professionalId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<OfferedActivity[]> {
  const nextStart = sql<string | null>`(
    select min(slot.start_datetime) from slots slot
    where slot.offering_id = offerings.id and slot.bookable and slot.start_datetime > ${now})`;
  const rows = await db
    .select({
      id: offerings.id,
      title: offerings.title,
      category: sql<string>`${offerings.category}`,
      priceCents: offerings.priceCents,
      duration: offerings.duration,
      city: offerings.city,
      isOnline: offerings.isOnline,
      nextStart,
    })
    .from(offerings)
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, offerings.professionalId))
    .where(
      and(
        eq(offerings.professionalId, professionalId),
        eq(offerings.kind, "activity"),
        offerings.isActive,
        professionalProfiles.canReceiveCharges,
      ),
    )
    .orderBy(sql`${nextStart} nulls last`, offerings.id)
    .limit(limit);
  return rows.map((row) => ({
    ...row,
    nextStart: row.nextStart === null ? null : new Date(row.nextStart),
  }));
}
