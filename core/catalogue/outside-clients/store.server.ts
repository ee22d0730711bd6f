import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import { type Executor, rowOf, type Transaction } from "#platform/postgres.server.ts";
import { seatsTaken } from "../../occupancy/count-seats.server.ts";
import { isAwaited } from "../../occupancy/why-not-bookable.server.ts";
import { outsideClients, slots } from "../../tables.server.ts";
import type { OutsideClient } from "./schema.ts";

export async function listOutside(db: Executor, slotId: string): Promise<OutsideClient[]> {
  return db
    .select({ id: outsideClients.id, name: outsideClients.name, seats: outsideClients.seats })
    .from(outsideClients)
    .where(and(eq(outsideClients.slotId, slotId), isNull(outsideClients.seatsLostAt)))
    .orderBy(asc(outsideClients.createdAt), asc(outsideClients.id));
}

export async function findOutside(
  db: Executor,
  id: string,
): Promise<{ slotId: string; seats: number } | null> {
  const [row] = await db
    .select({ slotId: outsideClients.slotId, seats: outsideClients.seats })
    .from(outsideClients)
    .where(and(eq(outsideClients.id, id), isNull(outsideClients.seatsLostAt)));
  return row ?? null;
}

const left = sql`slot.capacity - slot.outside_seats - slot.reserved_seats
  - ${seatsTaken(sql`slot.id`)} - (case when ${isAwaited()} then slot.available_spots else 0 end)`;

/** Counts what its professional can give away (rule: waiting-list). */
export async function readSeats(
  db: Executor,
  slotId: string,
): Promise<{
  start: Date;
  end: Date;
  isActive: boolean;
  left: number;
  isAwaited: boolean;
} | null> {
  const found = await db.execute(sql`
    select slot.start_datetime as start, slot.end_datetime as "end", slot.is_active as "isActive",
      ${left} as left, slot.reserved_seats > 0 or ${isAwaited()} as "isAwaited"
    from slots slot where slot.id = ${slotId}`);
  return rowOf(found);
}

/** Takes seats on sale first, then withheld ones, never those that somebody waits for. */
export async function insertOutside(
  tx: Transaction,
  made: { slotId: string; name: string | null; seats: number; now: Date },
): Promise<string> {
  const { slotId, name, seats, now } = made;
  const id = newId();
  await tx.insert(outsideClients).values({ id, slotId, name, seats, createdAt: now });
  await tx.execute(sql`
    update slots slot set outside_seats = outside_seats + ${seats},
      available_spots = case when ${isAwaited()} then available_spots
        else greatest(0, available_spots - ${seats}) end
    where id = ${slotId}`);
  return id;
}

export async function deleteOutside(
  tx: Transaction,
  { id, slotId, seats, now }: { id: string; slotId: string; seats: number; now: Date },
): Promise<void> {
  await tx.delete(outsideClients).where(eq(outsideClients.id, id));
  await tx
    .update(slots)
    .set({
      outsideSeats: sql`${slots.outsideSeats} - ${seats}`,
      availableSpots: sql`${slots.availableSpots} + ${seats}`,
      bookableSince: sql`case when ${slots.availableSpots} = 0 then ${now} else ${slots.bookableSince} end`,
    })
    .where(eq(slots.id, slotId));
}

export async function writeTold(
  db: Executor,
  { slotId, clientId, toldAt }: { slotId: string; clientId: string; toldAt: Date | null },
): Promise<boolean> {
  const { id, slotId: of, seatsLostAt } = outsideClients;
  const { rowCount } = await db
    .update(outsideClients)
    .set({ toldAt })
    .where(and(eq(id, clientId), eq(of, slotId), isNotNull(seatsLostAt)));
  return rowCount === 1;
}
