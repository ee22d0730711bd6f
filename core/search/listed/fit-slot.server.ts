import { type SQL, sql } from "drizzle-orm";
import { list } from "#platform/postgres.server.ts";
import { FLAGS, PRICE_BAND_BOUNDS } from "../../listings/rules.ts";
import type { Asked, NearCells } from "./schema.ts";

export const literal = (value: number) => sql.raw(String(value));
export const all = (conditions: readonly SQL[]) => sql.join([sql`true`, ...conditions], sql` and `);
const texts = (values: readonly string[]) => list(values, "text");

/*
 * Conditions are written alike whatever is asked for, with bounds that nothing is beyond: as few
 * statements as possible, so that their plans are kept.
 */

/** The condition that a slot begins within the window, as a range of an index. */
export const inWindow = ({ now, from, to }: Asked, startsAt: SQL): SQL =>
  sql`${startsAt} >= ${from && from > now ? from : now}
    and ${startsAt} < ${to?.toISOString() ?? "infinity"}::timestamptz`;

/**
 * The bounds are scalar subqueries, so that the planner does not see them: otherwise it would make
 * a new plan for each price.
 */
export function inBand({ price, mostCents }: Asked, cents: SQL): SQL {
  const { from, below } = price ? PRICE_BAND_BOUNDS[price] : { from: 0, below: null };
  const end = Math.min(below ?? DEAREST, mostCents === null ? DEAREST : mostCents + 1);
  return sql`${cents} >= (select ${from}::int) and ${cents} < (select ${end}::int)`;
}

/** The most that the columns hold. */
const DEAREST = 2 ** 31 - 1;
const LONGEST = 2 ** 15 - 1;

/** The condition on the time of day. */
const inHours = ({ hours }: Asked, startsAt: SQL): SQL => sql`(${hours === null}::boolean
  or (${startsAt} at time zone 'Europe/Paris')::time >= ${hours?.from ?? null}::time
    and (${startsAt} at time zone 'Europe/Paris')::time < ${hours?.to ?? null}::time)`;

/** The condition on the day of the week. */
const onWeekdays = ({ weekdays }: Asked, startsAt: SQL): SQL => sql`(${weekdays === null}::boolean
  or extract(isodow from ${startsAt} at time zone 'Europe/Paris')
    = any(${list((weekdays ?? []).map(String), "int")}))`;

const flagsAsked = ({ flags }: Asked, of: SQL): SQL =>
  sql`${of} & ${flags.mask}::int = ${flags.value}::int`;

/** Whether columns are asked for that are in no index, because bookings change them. */
export const asksFirstRow = ({ seats, minutes }: Asked): boolean => seats > 1 || minutes !== null;

const ofFirstRow = ({ seats, minutes }: Asked): SQL =>
  sql`other.seats >= ${seats} and other.minutes <= ${minutes ?? LONGEST}`;

/** Whether `other` is a slot that can be booked now, and its price that of now. */
const isOpenNow = ({ now }: Asked): SQL =>
  sql`other.closes_at > ${now} and other.valid_from <= ${now} and other.valid_until > ${now}`;

/** Whether `other` is a slot that matches, at the price of now. */
export const fits = (asked: Asked): SQL =>
  all([isOpenNow(asked), fitsOnceOpen(asked, asksFirstRow(asked))]);

/** The same of a row that is known to be open now. */
export const fitsOnceOpen = (asked: Asked, withFirstRow: boolean): SQL =>
  all([
    inWindow(asked, sql`other.starts_at`),
    inBand(asked, sql`other.cents`),
    flagsAsked(asked, sql`other.flags`),
    inHours(asked, sql`other.starts_at`),
    onWeekdays(asked, sql`other.starts_at`),
    ...(withFirstRow ? [ofFirstRow(asked)] : []),
  ]);

/** Whether only activities are asked for, of which there are few. */
const isOfActivities = ({ flags }: Asked): boolean => (flags.value & FLAGS.activity) > 0;

/**
 * The conditions on `l` that are answered by one lookup in an index: that of the professional, or
 * that of all facts.
 */
export function ofListing(asked: Asked, facts: readonly string[][]): SQL[] {
  const { marks, cities, professionalId } = asked;
  const kind = isOfActivities(asked)
    ? [sql`l.offering_id in (select id from offerings where kind = 'activity' and is_active)`]
    : [];
  // Each by itself and the rare ones first: of several in one array, PostgreSQL reads all of the
  // most frequent ones instead of skipping to where the rare ones are.
  if (professionalId === null) {
    return [...facts.map((any) => sql`facts_of(l.marks, l.cell) && ${numbersOf(any)}`), ...kind];
  }
  return [
    sql`l.professional_id = ${professionalId}`,
    ...(marks.length > 0 ? [sql`l.marks @> ${texts(marks)}`] : []),
    ...(cities ? [sql`l.marks && ${texts(cities.map((city) => `@${city}`))}`] : []),
    ...kind,
  ];
}

const numbersOf = (values: readonly string[]): SQL =>
  sql`array(select number_of(value) from unnest(${texts(values)}) value)`;

/** The condition on the place, as a lookup in a hash table of the cells that is built once. */
const isNear = ({ near }: Asked, cell: SQL): SQL[] =>
  near === null ? [] : [sql`(${cell} in (select unnest(${cellsOf(near)}))) is true`];

export const cellsOf = ({ cells }: Pick<NearCells, "cells">): SQL => list(cells.map(String), "int");

export const withoutMark = ({ without }: Asked): SQL[] =>
  without === null ? [] : [sql`not l.marks @> ${texts([without])}`];

/** The price of `found`, the first row of a slot, whose price may have come down since. */
export const priceNow = (
  now: Date,
): SQL => sql`case when found.valid_until > ${now} then found.cents
  else (select other.cents from listed_slots other where other.listing_no = found.listing_no
    and other.starts_at = found.starts_at and other.valid_from <= ${now} and other.valid_until > ${now}) end`;

/**
 * Whether `found`, a row of a walked index, fits: what the index knows first, then what has to be
 * looked up.
 *
 * @param isByPrice the index has a row for every price of a slot; else only for its first.
 */
export function fitsOnWalk(asked: Asked, isByPrice: boolean): SQL {
  const { now, marks, cities } = asked;
  const signature = sql`(select signature_of(${texts(marks)}))`;
  const isPriced = asked.price !== null || asked.mostCents !== null;
  const marked = [
    ...(marks.length > 0 ? [sql`l.marks @> ${texts(marks)}`] : []),
    ...withoutMark(asked),
  ];
  return all([
    sql`found.closes_at > ${now}`,
    ...(isByPrice ? [sql`found.valid_from <= ${now} and found.valid_until > ${now}`] : []),
    flagsAsked(asked, sql`found.flags`),
    inHours(asked, sql`found.starts_at`),
    onWeekdays(asked, sql`found.starts_at`),
    // « is true » keeps it a look into a hash table for each row, made once.
    ...(cities
      ? [
          sql`(found.city in (select number_of('@' || city) from unnest(${texts(cities)}) city)) is true`,
        ]
      : []),
    ...isNear(asked, sql`found.cell`),
    ...(marks.length > 0 ? [sql`found.signature & ${signature} = ${signature}`] : []),
    // The price now is a look for what has fallen, so it is read only where it is asked for.
    ...(isByPrice || !isPriced ? [] : [inBand(asked, priceNow(now))]),
    ...(marked.length > 0
      ? [sql`(select ${all(marked)} from listings l where l.no = found.listing_no)`]
      : []),
    ...(asksFirstRow(asked)
      ? [
          sql`(select ${ofFirstRow(asked)} from listed_slots other
            where other.listing_no = found.listing_no and other.starts_at = found.starts_at
              and other.cut_day = 0)`,
        ]
      : []),
  ]);
}
