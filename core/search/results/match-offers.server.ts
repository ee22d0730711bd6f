import { type SQL, sql } from "drizzle-orm";
import { list } from "#platform/postgres.server.ts";
import { LAST_MINUTE_WINDOW } from "../../catalogue/rules.ts";
import { LISTING_LEAD, PRICE_BAND_BOUNDS, type PriceBand } from "../../offers/rules.ts";
import { MAX_PLACES } from "../rules.ts";
import type { Search, Target } from "../schema.ts";

export const literal = (value: number) => sql.raw(String(value));
export const texts = (values: readonly string[]) => list(values, "text");
export const all = (conditions: readonly SQL[]) =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);

/** Search drops a slot shortly before it starts. */
export const listedFrom = (now: Date) => new Date(now.getTime() + LISTING_LEAD);

export function inTime({ target, now }: Search): SQL[] {
  const from = sql`next_slot_at > ${listedFrom(now)}`;
  if (!target.lastMinute) return [from];
  return [from, sql`next_slot_at <= ${new Date(now.getTime() + LAST_MINUTE_WINDOW)}`];
}

export type Column =
  | "city"
  | "postal_code"
  | "activity_type_id"
  | "professional_id"
  | "price_cents";

/** The conditions on columns of `offers`, without those that a walked index begins with. */
export function ofColumns(
  target: Target,
  answered: Column | null,
): { column: Column; wish: SQL }[] {
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
export function inBand(price: PriceBand): SQL {
  const { from, below } = PRICE_BAND_BOUNDS[price];
  const least = sql`price_cents >= (select ${from}::int)`;
  return below === null ? least : sql`${least} and price_cents < (select ${below}::int)`;
}

/**
 * The conditions that an offer's facts answer, in one look at their index; null when there are
 * none. All others are in `others`, on `offers`.
 */
export function ofFacts({ terms, cities, postcode, type, price, ...target }: Target): {
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
export const look = (table: "offers" | "offer_facts", wish: SQL) =>
  sql`(select ${wish} from ${sql.identifier(table)} o where o.session_id = found.session_id)`;
