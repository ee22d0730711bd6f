import { and, eq, sql } from "drizzle-orm";
import { list, type Reader, rowsOf } from "#platform/postgres.server.ts";
import { FORMER_NAMES } from "../catalogue/activity-types/manage-types.server.ts";
import type { NamedCategory, SlotKind } from "../catalogue/schema.ts";
import {
  nextStart,
  storedNextPrice,
  viewNextPrice,
} from "../catalogue/views/read-next-price.server.ts";
import { DAY } from "../durations.ts";
import { isOpenSession, openWith } from "../listings/open-sessions.server.ts";
import { FLAGS } from "../listings/rules.ts";
import { type StoredPrice, storedPrice, viewStoredPrice } from "../prices/read-price.server.ts";
import type { OfferedActivity } from "../professionals/schema.ts";
import { offerings, professionalProfiles } from "../tables.server.ts";
import type { SlotAt } from "./listed/find-listed.server.ts";
import type { Figures } from "./schema.ts";

export async function countByCategory(
  db: Reader,
  { now, most }: { now: Date; most: number },
): Promise<(NamedCategory & { count: number })[]> {
  const open = openWith(sql`array['#' || search_key(t.name)]`, sql``, now);
  const { rows } = await db.execute<
    NamedCategory & { count: number } & Record<string, unknown>
  >(sql`
    select t.name, ${FORMER_NAMES} as "formerNames",
      (select count(*)::int from (${open} limit ${most}) counted) as count
    from activity_types t where t.filter_place is not null order by t.filter_place`);
  return rows;
}

/** Looks only at the soonest slots; larger catalogues claim no more than these show. */
const COUNTED_SLOTS = sql.raw("50000");

export async function countOffers(
  db: Reader,
  { now, most }: { now: Date; most: number },
): Promise<Figures> {
  const { rows } = await db.execute<{ [Name in keyof Figures]: number }>(sql`
    with recursive professional (id) as (
      (select professional_id from listed_slots slot where ${isOpenSession(now)}
        order by professional_id, starts_at limit 1)
      union all
      select (select professional_id from listed_slots slot
        where professional_id > professional.id and ${isOpenSession(now)}
        order by professional_id, starts_at limit 1) from professional where professional.id is not null
    ), soonest as materialized (
      select listing_no, city from (
        select listing_no, city, closes_at, flags from listed_slots
        where cut_day = 0 and starts_at > ${now} order by starts_at, listing_no
        limit ${COUNTED_SLOTS}) slot
      where ${isOpenSession(now)}
    )
    select
      (select least(count(distinct listing_no), ${most})::int from soonest) as sessions,
      (select count(id)::int from (select id from professional limit ${most}) counted)
        as professionals,
      (select least(count(distinct city), ${most})::int from soonest
        where city <> number_of('@')) as cities`);
  return rows[0] ?? { sessions: 0, professionals: 0, cities: 0 };
}

/** Must match the expression of the index on sessions, which bookings do not touch. */
const REDUCTION = sql`((offerings.price_cents - discounted_price_cents) * 100 / nullif(offerings.price_cents, 0))`;

const LOOKED_AT = 100;

/** Whole percents off a true price (rule: true-strike); a larger reduction may be missed. */
export async function readLargestReduction(db: Reader, now: Date): Promise<number | null> {
  const { rows } = await db.execute<{ price: StoredPrice }>(sql`
    with reduced as materialized (
      select ${offerings.id} as id from ${offerings}
      where discounted_price_cents > 0 and is_active order by ${REDUCTION} desc limit ${LOOKED_AT}
    ), candidates as (
      select next.slot_id as id from reduced join listings l on l.offering_id = reduced.id
        cross join lateral (select slot_id from listed_slots slot
          where slot.listing_no = l.no and ${isOpenSession(now)} order by starts_at limit 1) next
      union
      select slot_id from (select slot_id, closes_at, flags from listed_slots
        where cut_day = 0 and starts_at > ${now} and starts_at <= ${new Date(now.getTime() + DAY)}
        order by starts_at, listing_no limit ${LOOKED_AT}) slot
      where ${isOpenSession(now)}
    )
    select ${storedPrice} as price
    from candidates join slots slot on slot.id = candidates.id
      join ${offerings} offering on offering.id = slot.offering_id`);
  const percents = rows.map(({ price }) => {
    const { nowCents, struckCents } = viewStoredPrice(price, now);
    if (struckCents === null || nowCents === 0) return 0;
    return Math.floor(((struckCents - nowCents) * 100) / struckCents);
  });
  return Math.max(0, ...percents) || null;
}

export async function readMemberSince(db: Reader, id: string): Promise<Date> {
  const { createdAt } = professionalProfiles;
  const [row] = await db
    .select({ createdAt })
    .from(professionalProfiles)
    .where(eq(professionalProfiles.id, id));
  if (!row) throw new Error(`professional ${id} is gone`);
  return row.createdAt;
}

export async function readOfferedActivities(
  db: Reader,
  professionalId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<OfferedActivity[]> {
  const start = nextStart(sql`offerings.id`, now);
  const rows = await db
    .select({
      id: offerings.id,
      title: offerings.title,
      category: sql<string>`${offerings.category}`,
      priceCents: offerings.priceCents,
      discountedPriceCents: offerings.discountedPriceCents,
      nextPrice: storedNextPrice(sql`offerings.id`, now),
      duration: offerings.duration,
      city: offerings.city,
      isOnline: offerings.isOnline,
      nextStart: start,
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
    .orderBy(sql`${start} nulls last`, offerings.id)
    .limit(limit);
  return rows.map(({ nextPrice, priceCents, discountedPriceCents, nextStart, ...row }) => ({
    ...row,
    price: viewNextPrice({ nextPrice, priceCents, discountedPriceCents }, now),
    nextStart: nextStart === null ? null : new Date(nextStart),
  }));
}

export async function readListedSlots(
  db: Reader,
  slotIds: readonly string[],
  now: Date,
): Promise<(SlotAt & { slotId: string; kind: SlotKind })[]> {
  const found = await db.execute(sql`
    select slot.slot_id as "slotId", slot.listing_no::text as no,
      slot.professional_id as "professionalId",
      slot.starts_at as start,
      case when slot.flags & ${sql.raw(String(FLAGS.activity))} = 0 then 'session' else 'activity' end as kind
    from listed_slots slot
    where slot.slot_id = any(${list(slotIds, "uuid")}) and slot.closes_at > ${now}
      and slot.valid_from <= ${now} and slot.valid_until > ${now}
    order by slot.starts_at, slot.listing_no`);
  return rowsOf(found);
}
