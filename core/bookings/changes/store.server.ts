import { asc, eq, sql } from "drizzle-orm";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import type { Sold } from "../../tables/bookings.server.ts";
import { bookingChanges } from "../../tables.server.ts";
import { factsOf } from "../store.server.ts";

/** The coming bookings whose place, mode or hours are no longer their offering's, or one of them. */
export async function listOutdated(
  db: Executor,
  of: { offeringId: string; bookingId?: string },
  now: Date,
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select b.id from slots slot join bookings b on b.slot_id = slot.id
    where slot.offering_id = ${of.offeringId} and slot.start_datetime > ${now}
      and b.status <> 'cancelled' and b.id = coalesce(${of.bookingId ?? null}::uuid, b.id)
      and b.sold - 'title' - 'practitioner' is distinct from
        ${factsOf(sql`slot.id`)} - 'title' - 'practitioner'
    order by b.id`);
  return rows.map(({ id }) => id);
}

/** A slot as it is offered now. */
export async function readFacts(db: Executor, slotId: string): Promise<Sold> {
  const { rows } = await db.execute<{ facts: Sold | null }>(
    sql`select ${factsOf(sql`${slotId}::uuid`)} as facts`,
  );
  const facts = rows[0]?.facts;
  if (!facts) throw new Error(`slot ${slotId} is gone`);
  return facts;
}

export type BookingChange = typeof bookingChanges.$inferSelect;

export async function insertChange(tx: Transaction, change: BookingChange): Promise<void> {
  await tx.insert(bookingChanges).values(change);
}

/** The changes of a booking, in their order. */
export function listChanges(db: Executor, bookingId: string): Promise<BookingChange[]> {
  return db
    .select()
    .from(bookingChanges)
    .where(eq(bookingChanges.bookingId, bookingId))
    .orderBy(asc(bookingChanges.id));
}

export async function findChange(db: Executor, id: string): Promise<BookingChange | null> {
  const [row] = await db.select().from(bookingChanges).where(eq(bookingChanges.id, id));
  return row ?? null;
}
