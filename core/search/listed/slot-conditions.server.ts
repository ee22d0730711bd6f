import { type SQL, sql } from "drizzle-orm";
import { list } from "#platform/postgres.server.ts";
import { PRICE_BAND_BOUNDS } from "../../listings/rules.ts";
import type { Around } from "../typing/schema.ts";
import type { SearchPlan } from "./schema.ts";

export const literal = (value: number) => sql.raw(String(value));
export const all = (conditions: readonly (SQL | false | null)[]) =>
  sql.join([sql`true`, ...conditions.filter((one) => one !== false && one !== null)], sql` and `);
const texts = (values: readonly string[]) => list(values, "text");

/* Conditions use the same few statements with bounds that nothing is beyond, so plans are kept. */

export const inWindow = ({ now, from, to }: SearchPlan, startsAt: SQL): SQL =>
  sql`${startsAt} >= ${from && from > now ? from : now}
    and ${startsAt} < ${to?.toISOString() ?? "infinity"}::timestamptz`;

/** Hides bounds in scalar subqueries, so that the planner keeps one plan for all prices. */
export function inBand({ price, mostCents }: SearchPlan, cents: SQL): SQL {
  const { from, below } = price ? PRICE_BAND_BOUNDS[price] : { from: 0, below: null };
  const end = Math.min(below ?? DEAREST, mostCents === null ? DEAREST : mostCents + 1);
  return sql`${cents} >= (select ${from}::int) and ${cents} < (select ${end}::int)`;
}

const DEAREST = 2 ** 31 - 1;
const LONGEST = 2 ** 15 - 1;

const inHours = ({ hours }: SearchPlan, startsAt: SQL): SQL => sql`(${hours === null}::boolean
  or (${startsAt} at time zone 'Europe/Paris')::time >= ${hours?.from ?? null}::time
    and (${startsAt} at time zone 'Europe/Paris')::time < ${hours?.to ?? null}::time)`;

const onWeekdays = (
  { weekdays }: SearchPlan,
  startsAt: SQL,
): SQL => sql`(${weekdays === null}::boolean
  or extract(isodow from ${startsAt} at time zone 'Europe/Paris')
    = any(${list((weekdays ?? []).map(String), "int")}))`;

const flagsAsked = ({ flags }: SearchPlan, of: SQL): SQL =>
  sql`${of} & ${flags.mask}::int = ${flags.value}::int`;

export const asksFirstRow = ({ seats, minutes }: SearchPlan): boolean =>
  seats > 1 || minutes !== null;

const ofFirstRow = ({ seats, minutes }: SearchPlan): SQL =>
  sql`other.seats >= ${seats} and other.minutes <= ${minutes ?? LONGEST}`;

const isOpenNow = ({ now }: SearchPlan): SQL =>
  sql`other.closes_at > ${now} and other.valid_from <= ${now} and other.valid_until > ${now}`;

export const fits = (plan: SearchPlan): SQL =>
  all([isOpenNow(plan), fitsOnceOpen(plan, asksFirstRow(plan))]);

export const fitsOnceOpen = (plan: SearchPlan, withFirstRow: boolean): SQL =>
  all([
    inWindow(plan, sql`other.starts_at`),
    inBand(plan, sql`other.cents`),
    flagsAsked(plan, sql`other.flags`),
    inHours(plan, sql`other.starts_at`),
    onWeekdays(plan, sql`other.starts_at`),
    withFirstRow && ofFirstRow(plan),
  ]);

export interface Among {
  facts: readonly string[][];
  /** Looked among instead of by facts. */
  offeringIds?: readonly string[];
}

/** Conditions on `l` answered by one index lookup: by offerings, professional or all facts. */
export function ofListing({ professionalId }: SearchPlan, { facts, offeringIds }: Among): SQL {
  if (offeringIds) return sql`l.offering_id = any(${list(offeringIds, "uuid")})`;
  if (professionalId !== null) return sql`l.professional_id = ${professionalId}`;
  // One by one, rare ones first: from one array PostgreSQL reads all of the most frequent.
  return all(facts.map((any) => sql`facts_of(l.marks, l.cell) && ${numbersOf(any)}`));
}

/** What is left to ask of each listing that {@link ofListing} finds. */
export function restOfListing(plan: SearchPlan, { offeringIds }: Among): SQL {
  const { marks, cities, professionalId, kind, around } = plan;
  const isByFacts = !offeringIds && professionalId === null;
  const isActivity = sql`l.offering_id in (select id from offerings where kind = 'activity' and is_active)`;
  return all([
    !isByFacts && marks.length > 0 && sql`l.marks @> ${texts(marks)}`,
    !isByFacts && cities && sql`l.marks && ${texts(cities.map((city) => `@${city}`))}`,
    kind === "activity" && isActivity,
    withoutMark(plan),
    around && isInCells(sql`l.cell`, around),
  ]);
}

const numbersOf = (values: readonly string[]): SQL =>
  sql`array(select number_of(value) from unnest(${texts(values)}) value)`;

export const cellsOf = ({ cells }: Pick<Around, "cells">): SQL => list(cells.map(String), "int");

/** « is true » keeps this a lookup in a hash table built once, of which no join is made. */
export const isInCells = (cell: SQL, around: Around): SQL =>
  sql`(${cell} in (select unnest(${cellsOf(around)}))) is true`;

const withoutMark = ({ without }: SearchPlan): SQL | null =>
  without === null ? null : sql`not l.marks @> ${texts([without])}`;

/** The price of `found`, the first row of a slot, whose price may have fallen since. */
export const priceNow = (
  now: Date,
): SQL => sql`case when found.valid_until > ${now} then found.cents
  else (select other.cents from listed_slots other where other.listing_no = found.listing_no
    and other.starts_at = found.starts_at and other.valid_from <= ${now} and other.valid_until > ${now}) end`;

/** Tests what the index knows first; with `isByPrice` it has a row per price. */
export function fitsOnWalk(plan: SearchPlan, isByPrice: boolean): SQL {
  const { now, marks, cities, around } = plan;
  const signature = sql`(select signature_of(${texts(marks)}))`;
  const isPriced = plan.price !== null || plan.mostCents !== null;
  const marked = [marks.length > 0 && sql`l.marks @> ${texts(marks)}`, withoutMark(plan)];
  return all([
    sql`found.closes_at > ${now}`,
    isByPrice && sql`found.valid_from <= ${now} and found.valid_until > ${now}`,
    flagsAsked(plan, sql`found.flags`),
    inHours(plan, sql`found.starts_at`),
    onWeekdays(plan, sql`found.starts_at`),
    cities &&
      sql`(found.city in (select number_of('@' || city) from unnest(${texts(cities)}) city)) is true`,
    around && isInCells(sql`found.cell`, around),
    marks.length > 0 && sql`found.signature & ${signature} = ${signature}`,
    // The current price costs a lookup, so it is read only where the plan asks for it.
    !isByPrice && isPriced && inBand(plan, priceNow(now)),
    marked.some(Boolean) &&
      sql`(select ${all(marked)} from listings l where l.no = found.listing_no)`,
    asksFirstRow(plan) &&
      sql`(select ${ofFirstRow(plan)} from listed_slots other
        where other.listing_no = found.listing_no and other.starts_at = found.starts_at
          and other.cut_day = 0)`,
  ]);
}
