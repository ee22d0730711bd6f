import { and, asc, eq } from "drizzle-orm";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { bookings, letters, offerings, professionalProfiles, slots } from "../../tables.server.ts";

export type BookingMessage = typeof letters.$inferSelect;

export async function insertBookingMessage(
  tx: Transaction,
  message: typeof letters.$inferInsert,
): Promise<void> {
  await tx.insert(letters).values(message);
}

/** The messages of a booking, oldest first. */
export function listOf(db: Executor, bookingId: string): Promise<BookingMessage[]> {
  return db
    .select()
    .from(letters)
    .where(eq(letters.bookingId, bookingId))
    .orderBy(asc(letters.createdAt), asc(letters.id));
}

export async function findBookingMessage(db: Executor, id: string): Promise<BookingMessage | null> {
  const [row] = await db.select().from(letters).where(eq(letters.id, id));
  return row ?? null;
}

/** The account of the professional whose slot it is; null when there is none. */
export async function findSlotOwner(db: Executor, slotId: string): Promise<string | null> {
  const [row] = await db
    .select({ ownerId: professionalProfiles.userId })
    .from(slots)
    .innerJoin(offerings, eq(offerings.id, slots.offeringId))
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, offerings.professionalId))
    .where(eq(slots.id, slotId));
  return row?.ownerId ?? null;
}

/** Lists the confirmed bookings of a slot with their clients' e-mails, which only mails may use. */
export function listConfirmed(
  db: Executor,
  slotId: string,
): Promise<{ bookingId: string; email: string }[]> {
  return db
    .select({ bookingId: bookings.id, email: bookings.buyerEmail })
    .from(bookings)
    .where(and(eq(bookings.slotId, slotId), eq(bookings.status, "confirmed")))
    .orderBy(asc(bookings.id));
}

/**
 * Finds the message that a professional wrote with a cancellation, by the instant of that decision.
 */
export async function findCancellationMessage(
  db: Executor,
  bookingId: string,
  createdAt: Date,
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: letters.id })
    .from(letters)
    .where(
      and(
        eq(letters.bookingId, bookingId),
        eq(letters.by, "professional"),
        eq(letters.createdAt, createdAt),
      ),
    );
  return row?.id;
}
