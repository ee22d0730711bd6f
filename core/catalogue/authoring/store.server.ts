import { and, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { type Executor, type Transaction } from "#platform/postgres.server.ts";
import { absenceAt, seatsTaken } from "../../occupancy/is-slot-open.server.ts";
import { recordBookable, recordPrices } from "../../prices/write-prices.server.ts";
import { bookings, offerings, professionalProfiles, slots } from "../../tables.server.ts";
import type { Versioned } from "../../versions.ts";
import { readSchedule, writeRules } from "../schedule/store.server.ts";
import type { SlotKind } from "../schema.ts";
import { insertSlots, type Makes } from "../slots/store.server.ts";
import type { HeldSlot, SlotChanges } from "./change-slots.server.ts";
import type { ParsedOffering } from "./schema.ts";

export type OfferingRow = typeof offerings.$inferSelect;

export async function findOwn(
  db: Executor,
  kind: SlotKind,
  id: string,
): Promise<{ offering: OfferingRow; ownerId: string } | null> {
  const [row] = await db
    .select({ offering: offerings, ownerId: professionalProfiles.userId })
    .from(offerings)
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, offerings.professionalId))
    .where(and(eq(offerings.id, id), eq(offerings.kind, kind), isNull(offerings.deletedAt)));
  return row ?? null;
}

/** Keeps others from editing it or creating its slots until the transaction ends. */
export async function lockOffering(
  tx: Transaction,
  kind: SlotKind,
  id: string,
): Promise<OfferingRow | null> {
  const [row] = await tx
    .select()
    .from(offerings)
    .where(and(eq(offerings.id, id), eq(offerings.kind, kind), isNull(offerings.deletedAt)))
    .for("no key update");
  return row ?? null;
}

export async function insertOffering(
  tx: Transaction,
  made: Pick<OfferingRow, "kind" | "id" | "professionalId" | "createdAt">,
  parsed: ParsedOffering,
): Promise<void> {
  await tx.insert(offerings).values({ ...made, ...offeringColumns(parsed) });
}

export async function updateOfferingRow(
  tx: Transaction,
  id: string,
  parsed: ParsedOffering,
  edition: Partial<Versioned> &
    Partial<Pick<OfferingRow, "addressPoint" | "addressAsks" | "formerPlace">>,
): Promise<void> {
  await tx
    .update(offerings)
    .set({
      ...{ ...offeringColumns(parsed), ...edition, updatedAt: sql`now()` },
      ...(parsed.isActive && { archivedAt: null }),
    })
    .where(eq(offerings.id, id));
}

export function offeringColumns({
  recurrence,
  date,
  startTime,
  slots,
  slotsSeen,
  parallel,
  leftOut,
  ...columns
}: ParsedOffering) {
  return {
    ...columns,
    tags: columns.tags.length > 0 ? columns.tags : null,
    isRecurring: recurrence !== null,
  };
}

export async function setActive(
  tx: Transaction,
  { id, isActive: was }: Pick<OfferingRow, "id" | "isActive">,
  isActive: boolean,
  now: Date,
): Promise<void> {
  const changes = { isActive, ...(isActive && { archivedAt: null }), updatedAt: sql`now()` };
  await tx.update(offerings).set(changes).where(eq(offerings.id, id));
  if (isActive && !was) await recordBookable(tx, sql`slot.offering_id = ${id}`, now);
}

export async function insertCopy(
  tx: Transaction,
  { version: _, ...row }: OfferingRow,
  { id, title, now }: { id: string; title: string; now: Date },
): Promise<void> {
  const paused = { isActive: false, archivedAt: null, createdAt: now, updatedAt: now };
  await tx.insert(offerings).values({ ...row, ...paused, id, title });
  const { rules } = await readSchedule(tx, row.id);
  await writeRules(tx, id, rules, now);
}

/** Closed slots included, earliest first. */
export function readHeldSlots(db: Executor, offeringId: string, now: Date): Promise<HeldSlot[]> {
  const ofSlot = sql`from ${bookings} where ${bookings.slotId} = ${slots.id}`;
  return db
    .select({
      id: slots.id,
      start: slots.startDatetime,
      end: slots.endDatetime,
      capacity: slots.capacity,
      availableSpots: slots.availableSpots,
      isActive: slots.isActive,
      live: sql<number>`${seatsTaken(sql`${slots.id}`)}
        + ${slots.outsideSeats} + ${slots.reservedSeats}`,
      bookings: sql<number>`(select count(*)::int ${ofSlot})`,
    })
    .from(slots)
    .where(and(eq(slots.offeringId, offeringId), gt(slots.startDatetime, now)))
    .orderBy(slots.startDatetime);
}

export async function readLatestStart(db: Executor, offeringId: string): Promise<Date | null> {
  const [row] = await db
    .select({ start: slots.startDatetime })
    .from(slots)
    .where(eq(slots.offeringId, offeringId))
    .orderBy(desc(slots.startDatetime))
    .limit(1);
  return row?.start ?? null;
}

/** Locks in a statement of its own: only a later one sees the bookings committed meanwhile. */
export async function lockHeldSlots(
  tx: Transaction,
  offeringId: string,
  now: Date,
): Promise<HeldSlot[]> {
  await tx
    .select({ id: slots.id })
    .from(slots)
    .where(and(eq(slots.offeringId, offeringId), gt(slots.startDatetime, now)))
    .orderBy(slots.id)
    .for("update");
  return readHeldSlots(tx, offeringId, now);
}

export async function writeSlots(
  tx: Transaction,
  makes: Makes,
  { insert, update, close, delete: gone }: SlotChanges,
): Promise<void> {
  const { now } = makes;
  await recordPrices(tx, gone, now);
  if (gone.length > 0) await tx.delete(slots).where(inArray(slots.id, gone));
  if (close.length > 0) {
    await tx.update(slots).set({ isActive: false }).where(inArray(slots.id, close));
  }
  for (const { id, end, capacity, availableSpots, isActive } of update) {
    await tx
      .update(slots)
      .set({
        ...{ endDatetime: end, capacity, availableSpots, isActive },
        bookableSince: sql`case when bookable then bookable_since else ${now} end`,
        absenceId: absenceAt(sql`${slots.offeringId}`, sql`${slots.startDatetime}`, end),
      })
      .where(eq(slots.id, id));
  }
  await insertSlots(tx, makes, insert);
}

export async function countBookings(
  db: Executor,
  id: string,
  now: Date,
): Promise<{ upcoming: number; all: number }> {
  const { rows } = await db.execute<{ upcoming: number; all: number }>(sql`
    select count(*) filter (where ${bookings.status} <> 'cancelled' and ${slots.startDatetime} > ${now})::int as upcoming,
      count(*)::int as "all"
    from ${slots} join ${bookings} on ${bookings.slotId} = ${slots.id}
    where ${slots.offeringId} = ${id}`);
  return rows[0] ?? { upcoming: 0, all: 0 };
}

export async function hasOutsideToTell(db: Executor, id: string, now: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${slots} slot join outside_clients client on client.slot_id = slot.id
    where slot.offering_id = ${id} and slot.start_datetime > ${now} and client.told_at is null limit 1`);
  return rows.length > 0;
}
