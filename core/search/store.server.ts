import { and, eq, sql } from "drizzle-orm";
import { type Executor, list } from "#platform/postgres.server.ts";
import { DAY } from "../durations.ts";
import { LISTING_LEAD } from "../offers/rules.ts";
import { type StoredPrice, storedPrice, viewStoredPrice } from "../prices/read-price.server.ts";
import type { OfferedActivity } from "../professionals/schema.ts";
import { offerings, professionalProfiles } from "../tables.server.ts";
import type { Figures } from "./schema.ts";

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
const REDUCTION = sql`((offerings.price_cents - discounted_price_cents) * 100 / nullif(offerings.price_cents, 0))`;

/** As many candidates are looked at, of those reduced most and of those that start next. */
const LOOKED_AT = 100;

/**
 * The largest reduction in whole percents, rounded down, among the next slots of bookable sessions,
 * measured by the price that is struck beside it (rule: true-strike); null when none is. A larger
 * one may be missed where very many are claimed that are not true; none is promised that is not
 * there.
 */
export async function readLargestReduction(db: Executor, now: Date): Promise<number | null> {
  const { rows } = await db.execute<{ price: StoredPrice }>(sql`
    with candidates as (
      (select o.next_slot_id as id from ${offerings} join offers o on o.session_id = ${offerings.id}
        where discounted_price_cents > 0 and is_active order by ${REDUCTION} desc limit ${LOOKED_AT})
      union
      (select next_slot_id from offers
        where next_slot_at > ${now} and next_slot_at <= ${new Date(now.getTime() + DAY)}
        order by next_slot_at limit ${LOOKED_AT})
    )
    select ${storedPrice} as price
    from candidates join slots slot on slot.id = candidates.id and slot.start_datetime > ${now}
      join ${offerings} offering on offering.id = slot.offering_id`);
  const percents = rows.map(({ price }) => {
    const { nowCents, struckCents } = viewStoredPrice(price, now);
    // A session that costs nothing is free, and no reduction.
    if (struckCents === null || nowCents === 0) return 0;
    return Math.floor(((struckCents - nowCents) * 100) / struckCents);
  });
  return Math.max(0, ...percents) || null;
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
