import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { seatsTaken } from "../../occupancy/count-seats.server.ts";
import { absenceAt } from "../../occupancy/why-not-bookable.server.ts";
import { recordPrices } from "../../prices/write-prices.server.ts";
import { bookings, slots } from "../../tables.server.ts";
import { insertSlots, type Makes } from "./store.server.ts";

export interface HeldSlot {
  id: string;
  start: Date;
  end: Date;
  capacity: number;
  availableSpots: number;
  isActive: boolean;
  /** Seats booked, held by unpaid checkouts, given to outside clients, or reserved. */
  live: number;
  /** In any state: a slot that was ever booked is never deleted. */
  bookings: number;
}

export type SlotState = Pick<
  HeldSlot,
  "start" | "end" | "capacity" | "availableSpots" | "isActive"
>;

export interface SlotChanges {
  insert: (SlotState & { isParallel?: boolean })[];
  update: (SlotState & { id: string })[];
  /** Closed instead of deleted: booked once, or the job would create them again. */
  close: string[];
  delete: string[];
}

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
