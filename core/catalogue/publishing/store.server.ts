import { and, eq, ne, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import { type Executor, list, rowOf, rowsOf, type Transaction } from "#platform/postgres.server.ts";
import type { Cents } from "../../money.ts";
import { absenceAt, seatsTaken } from "../../occupancy/is-slot-open.server.ts";
import { priceNow } from "../../prices/read-price.server.ts";
import { openingHoursOf } from "../../professionals/working-time/keep-opening-hours.server.ts";
import type { OpeningHour } from "../../professionals/working-time/rules.ts";
import { isLive } from "../../tables/conditions.server.ts";
import { slots } from "../../tables.server.ts";
import type { SlotKind } from "../schema.ts";
import type { Publishable, Touching } from "./schema.ts";

export interface Source extends Omit<Publishable, "fallFloorCents"> {
  fallFloorCents: Cents | null;
  professionalId: string;
  ownerId: string;
  isActive: boolean;
  /** Minutes. */
  buffer: number;
  notice: number;
  openings: OpeningHour[];
}

const source = sql`
  select offering.id, offering.kind, offering.title, coalesce(type.name, offering.category) as category,
    offering.image_url as "imageUrl", offering.is_online as "isOnline", offering.city,
    offering.duration, offering.capacity,
    coalesce(offering.discounted_price_cents, offering.price_cents) as "priceCents",
    offering.fall_steps as "fallSteps", offering.fall_floor_cents as "fallFloorCents",
    offering.professional_id as "professionalId", p.user_id as "ownerId",
    offering.is_active as "isActive", p.buffer_minutes as buffer, p.notice_minutes as notice,
    ${openingHoursOf(sql`p.id`)} as openings
  from offerings offering
    left join activity_types type on type.id = offering.activity_type_id
    join professional_profiles p on p.id = offering.professional_id`;

type SourceRow = Source & Record<string, unknown>;

/** By its own id or that of one of its slots. */
export async function findSource(
  db: Executor,
  by: { offeringId: string } | { slotId: string },
): Promise<Source | null> {
  const which =
    "slotId" in by
      ? sql`offering.id = (select slot.offering_id from slots slot where slot.id = ${by.slotId})`
      : sql`offering.id = ${by.offeringId}`;
  const { rows } = await db.execute<SourceRow>(
    sql`${source} where ${which} and offering.deleted_at is null`,
  );
  return rows[0] ?? null;
}

/** By the latest slot created; a recurring one counts by its own creation. */
export async function listSources(db: Executor, professionalId: string): Promise<Source[]> {
  const { rows } = await db.execute<SourceRow>(sql`
    ${source} left join lateral (
      select max(slot.created_at) as at from slots slot
      where slot.offering_id = offering.id and not offering.is_recurring) made on true
    where offering.professional_id = ${professionalId} and offering.is_active
    order by coalesce(made.at, offering.created_at) desc, offering.id desc limit 100`);
  return rows;
}

/** Published slots and busy times that overlap a period. */
export async function readTouching(
  db: Executor,
  asked: { professionalId: string; from: Date; to: Date; without: readonly string[] },
): Promise<Touching[]> {
  const found = await db.execute(sql`
    select offering.title, slot.start_datetime as start, slot.end_datetime as "end",
      slot.outside_seats + slot.reserved_seats > 0 or exists (
        select from bookings b where b.slot_id = slot.id and ${isLive}) as "isTaken"
    from offerings offering join slots slot on slot.offering_id = offering.id
    where offering.professional_id = ${asked.professionalId} and offering.is_active
      and slot.is_active and not slot.is_parallel and slot.id <> all(${list(asked.without, "uuid")})
      and slot.start_datetime < ${asked.to} and slot.end_datetime > ${asked.from}
    union all
    select null, lower(b.during), upper(b.during), true from busy_times b
    where b.professional_id = ${asked.professionalId}
      and b.during && tstzrange(${asked.from}, ${asked.to})
    order by start`);
  return rowsOf(found);
}

interface LockedSlot extends Hours {
  isActive: boolean;
  isOccupied: boolean;
  version: number;
  taken: number;
  hasOwnPrices: boolean;
}

/** Counts the seats taken. */
export async function lockSlot(tx: Transaction, slotId: string) {
  // Of its own: only a later statement sees the bookings committed meanwhile.
  await tx.execute(sql`select from slots where id = ${slotId} for update`);
  const found = await tx.execute(sql`
    select start_datetime as start, end_datetime as "end", capacity, is_active as "isActive",
      is_parallel as "isParallel", is_occupied as "isOccupied", version,
      outside_seats + reserved_seats + ${seatsTaken(sql`slots.id`)} as taken,
      prices_frozen_at is not null as "hasOwnPrices"
    from slots where id = ${slotId}`);
  return rowOf<LockedSlot>(found);
}

/** Published or not. */
export async function findSlotAt(
  db: Executor,
  offeringId: string,
  start: Date,
): Promise<{ id: string; isActive: boolean } | null> {
  const [row] = await db
    .select({ id: slots.id, isActive: slots.isActive })
    .from(slots)
    .where(and(eq(slots.offeringId, offeringId), eq(slots.startDatetime, start)));
  return row ?? null;
}

interface Hours {
  start: Date;
  end: Date;
  capacity: number;
  isParallel: boolean;
}

const columnsOf = ({ start, end, capacity, isParallel }: Hours) => ({
  startDatetime: start,
  endDatetime: end,
  capacity,
  availableSpots: capacity,
  isParallel,
});

export async function insertSlot(
  tx: Transaction,
  made: Hours & { offeringId: string; now: Date },
): Promise<string> {
  const id = newId();
  const { offeringId, now } = made;
  const absenceId = absenceAt(offeringId, made.start, made.end);
  const since = { createdAt: now, pricedAt: now, bookableSince: now, absenceId };
  await tx.insert(slots).values({ id, offeringId, ...columnsOf(made), ...since });
  return id;
}

export async function writeHours(
  tx: Transaction,
  slotId: string,
  hours: Hours,
  /** Undefined if it could be booked already. */
  since: Date | undefined,
): Promise<void> {
  const begun = since && { pricedAt: since, bookableSince: since };
  await tx
    .update(slots)
    .set({
      ...{ ...columnsOf(hours), ...begun, isActive: true, version: sql`${slots.version} + 1` },
      absenceId: absenceAt(sql`${slots.offeringId}`, hours.start, hours.end),
    })
    .where(eq(slots.id, slotId));
}

/** Leaves earlier bookings their price (rule: falling-price). */
export async function ownPrices(
  tx: Transaction,
  slotId: string,
  base: Cents,
  now: Date,
): Promise<void> {
  const own = { priceCents: base, pricesFrozenAt: now };
  await tx.update(slots).set(own).where(eq(slots.id, slotId));
}

/** Keeps each cut's distance to the start. */
export async function shiftCuts(
  tx: Transaction,
  slotId: string,
  { by, now }: { by: number; now: Date },
): Promise<void> {
  await tx.execute(sql`
    with gone as (delete from slot_prices where slot_id = ${slotId} returning from_at, cents)
    insert into slot_prices (slot_id, from_at, cents)
    select ${slotId}::uuid, from_at + ${by}::float8 * interval '1 millisecond', cents from gone
    where true on conflict do nothing`);
  await tx.update(slots).set({ pricesFrozenAt: now }).where(eq(slots.id, slotId));
}

/** Keeps the recurrence from creating its slot again. */
export async function leaveOut(
  tx: Transaction,
  offeringId: string,
  { start, end, capacity }: Pick<Hours, "start" | "end" | "capacity">,
): Promise<void> {
  const hours = columnsOf({ start, end, capacity, isParallel: false });
  await tx
    .insert(slots)
    .values({ id: newId(), offeringId, ...hours, isActive: false })
    .onConflictDoNothing();
}

export async function readShareCode(db: Executor, slotId: string): Promise<string | null> {
  const [row] = await db.select({ code: slots.shareCode }).from(slots).where(eq(slots.id, slotId));
  return row?.code ?? null;
}

export async function keepShareCode(
  tx: Transaction,
  slotId: string,
  code: string,
): Promise<boolean> {
  const [other] = await tx
    .select({ id: slots.id })
    .from(slots)
    .where(and(eq(slots.shareCode, code), ne(slots.id, slotId)));
  if (other) return false;
  await tx.update(slots).set({ shareCode: code }).where(eq(slots.id, slotId));
  return true;
}

/** Even when it can no longer be booked. */
export async function findShared(
  db: Executor,
  code: string,
): Promise<{ kind: SlotKind; offeringId: string; slotId: string } | null> {
  const { rows } = await db.execute<{ kind: SlotKind; offering_id: string; id: string }>(sql`
    select offering.kind, slot.offering_id, slot.id
    from slots slot join offerings offering on offering.id = slot.offering_id
    where slot.share_code = ${code} and offering.deleted_at is null`);
  const row = rows[0];
  return row ? { kind: row.kind, offeringId: row.offering_id, slotId: row.id } : null;
}

type PublishedSlot = {
  capacity: number;
  free: number;
  isParallel: boolean;
  isActive: boolean;
  version: number;
  priceCents: Cents;
};

/** With the current price. */
export async function readPublished(
  db: Executor,
  slotId: string,
  now: Date,
): Promise<(PublishedSlot & { start: Date; end: Date }) | null> {
  const found = await db.execute(sql`
    select slot.start_datetime as start, slot.end_datetime as "end", slot.capacity,
      slot.available_spots as free, slot.is_parallel as "isParallel", slot.version,
      slot.is_active as "isActive",
      ${priceNow(now)} as "priceCents"
    from slots slot join offerings offering on offering.id = slot.offering_id
    where slot.id = ${slotId}`);
  return rowOf(found);
}
