import { and, eq, ne, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import { type Executor, list, rowOf, rowsOf, type Transaction } from "#platform/postgres.server.ts";
import type { Cents } from "../../money.ts";
import { seatsTaken } from "../../occupancy/count-seats.server.ts";
import { absenceAt } from "../../occupancy/why-not-bookable.server.ts";
import { priceNow } from "../../prices/read-price.server.ts";
import { isLive } from "../../tables/conditions.server.ts";
import { slots } from "../../tables.server.ts";
import type { SlotKind } from "../schema.ts";
import type { PublishedSlot, Touching } from "./schema.ts";

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

export async function findShared(
  db: Executor,
  code: string,
): Promise<{ kind: SlotKind; offeringId: string; slotId: string } | null> {
  const found = await db.execute(sql`
    select offering.kind, slot.offering_id as "offeringId", slot.id as "slotId"
    from slots slot join offerings offering on offering.id = slot.offering_id
    where slot.share_code = ${code} and offering.deleted_at is null`);
  return rowOf(found);
}

type StoredPublished = Pick<
  PublishedSlot,
  "start" | "end" | "capacity" | "free" | "isParallel" | "version" | "priceCents"
> & { isActive: boolean };

export async function readPublished(
  db: Executor,
  slotId: string,
  now: Date,
): Promise<StoredPublished | null> {
  const found = await db.execute(sql`
    select slot.start_datetime as start, slot.end_datetime as "end", slot.capacity,
      slot.available_spots as free, slot.is_parallel as "isParallel", slot.version,
      slot.is_active as "isActive",
      ${priceNow(now)} as "priceCents"
    from slots slot join offerings offering on offering.id = slot.offering_id
    where slot.id = ${slotId}`);
  return rowOf(found);
}
