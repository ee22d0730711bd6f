import { type SQL, sql } from "drizzle-orm";
import { INDEX_ONLY, type Length, MANY_FACTS, MAX_PLACES } from "../rules.ts";
import type { Search, Target } from "../schema.ts";
import {
  all,
  type Column,
  inBand,
  inTime,
  literal,
  look,
  ofColumns,
  ofFacts,
  texts,
} from "./match-offers.server.ts";
import { anyFollowing, following, ORDERS } from "./order-offers.server.ts";

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

export function wayOf(search: Search): Way {
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
export function walked(
  way: Way,
  { needed, budget }: Length,
): { found: SQL; isAll: SQL; isInOrder: SQL } {
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
export function candidates(search: Search): SQL {
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
