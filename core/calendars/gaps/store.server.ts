import { and, eq, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import { type Executor, rowsOf, type Transaction } from "#platform/postgres.server.ts";
import type { Cents } from "../../money.ts";
import { openingHoursOf } from "../../professionals/working-time/keep-opening-hours.server.ts";
import type { OpeningHour } from "../../professionals/working-time/rules.ts";
import { gaps } from "../../tables.server.ts";
import type { EventHour } from "../schema.ts";
import type { Gap } from "./schema.ts";

/** Everything that decides where they have a gap. */
export async function readWorkday(
  db: Executor,
  professionalId: string,
): Promise<{ notice: number; openings: OpeningHour[] }> {
  const { rows } = await db.execute<{ notice: number; openings: OpeningHour[] }>(sql`
    select p.notice_minutes as notice, ${openingHoursOf(sql`p.id`)} as openings
    from professional_profiles p where p.id = ${professionalId}`);
  return rows[0] ?? { notice: 0, openings: [] };
}

/** With the pauses around slots. */
export async function readTaken(
  db: Executor,
  { professionalId, start, end }: { professionalId: string; start: Date; end: Date },
): Promise<{ start: Date; end: Date }[]> {
  const found = await db.execute(sql`
    select slot.start_datetime - pause.long as start, slot.end_datetime + pause.long as "end"
    from professional_profiles p
      cross join lateral (select p.buffer_minutes * interval '1 minute' as long) pause
      join offerings offering on offering.professional_id = p.id and offering.is_active
      join slots slot on slot.offering_id = offering.id and slot.is_active and not slot.is_parallel
    where p.id = ${professionalId} and slot.start_datetime - pause.long < ${end}
      and slot.end_datetime + pause.long > ${start}
    union all
    select lower(b.during), upper(b.during) from busy_times b
    where b.professional_id = ${professionalId} and b.during && tstzrange(${start}, ${end})
    order by 1, 2`);
  return rowsOf(found);
}

/** Active ones, by the latest slot created. */
export async function listSellable(
  db: Executor,
  professionalId: string,
): Promise<{ id: string; minutes: number; priceCents: Cents }[]> {
  const { rows } = await db.execute<{ id: string; minutes: number; priceCents: Cents }>(sql`
    select offering.id, offering.duration as minutes, ${priceOf} as "priceCents"
    from offerings offering left join lateral (
      select max(slot.created_at) as at from slots slot
      where slot.offering_id = offering.id and not offering.is_recurring) made on true
    where offering.professional_id = ${professionalId} and offering.is_active
      and offering.deleted_at is null
    order by coalesce(made.at, offering.created_at) desc, offering.id desc limit 100`);
  return rows;
}

const priceOf = sql`coalesce(offering.discounted_price_cents, offering.price_cents)`;

/** @returns the id; null where the same hour was offered back before. */
export async function insertGap(
  tx: Transaction,
  found: {
    professionalId: string;
    start: Date;
    end: Date;
    event: EventHour;
    offeringId: string;
    cents: Cents;
    now: Date;
  },
): Promise<string | null> {
  const { start, end, event, now, ...columns } = found;
  const [row] = await tx
    .insert(gaps)
    .values({
      ...columns,
      id: newId(),
      during: `["${start.toISOString()}","${end.toISOString()}")`,
      title: event.title,
      eventKey: event.key,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: gaps.id });
  return row?.id ?? null;
}

/** Earliest first, and nothing else is planned there since. */
export async function listOpen(
  db: Executor,
  of: { professionalId: string } | { gapId: string },
  now: Date,
): Promise<(Gap & { professionalId: string })[]> {
  const whose =
    "gapId" in of ? sql`gap.id = ${of.gapId}` : sql`gap.professional_id = ${of.professionalId}`;
  const found = await db.execute(sql`
    select gap.id, gap.professional_id as "professionalId", lower(gap.during) as start,
      upper(gap.during) as "end", gap.title, gap.created_at as "foundAt",
      offering.id as "offeringId", offering.title as "offeringTitle",
      offering.duration as minutes, ${priceOf} as "priceCents"
    from gaps gap
      join professional_profiles p on p.id = gap.professional_id
      join offerings offering on offering.id = gap.offering_id and offering.is_active
        and offering.deleted_at is null
      cross join lateral (select tstzrange(lower(gap.during),
        lower(gap.during) + offering.duration * interval '1 minute') as asked) sold
    where ${whose} and gap.state = 'open' and upper(sold.asked) <= upper(gap.during)
      and lower(gap.during) > ${now}::timestamptz + p.notice_minutes * interval '1 minute'
      and not exists (select from busy_times b
        where b.professional_id = p.id and b.during && sold.asked)
      and not exists (select from offerings other join slots slot on slot.offering_id = other.id
        where other.professional_id = p.id and other.is_active and slot.is_active
          and not slot.is_parallel and tstzrange(slot.start_datetime, slot.end_datetime) && sold.asked)
    order by lower(gap.during), gap.id limit 5`);
  return rowsOf(found);
}

export async function findGap(
  db: Executor,
  id: string,
): Promise<{ professionalId: string; state: string; slotId: string | null } | null> {
  const [row] = await db
    .select({ professionalId: gaps.professionalId, state: gaps.state, slotId: gaps.slotId })
    .from(gaps)
    .where(eq(gaps.id, id));
  return row ?? null;
}

export async function closeGap(
  db: Executor,
  id: string,
  as: { state: "published" | "declined"; slotId: string | null },
): Promise<boolean> {
  const closed = await db
    .update(gaps)
    .set(as)
    .where(and(eq(gaps.id, id), eq(gaps.state, "open")))
    .returning({ id: gaps.id });
  return closed.length > 0;
}
