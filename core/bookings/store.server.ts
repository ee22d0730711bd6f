import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { HOUR } from "../dates.ts";
import { cents } from "../money.ts";
import {
  activityTypes,
  payments,
  professionalProfiles,
  profiles,
  sessionBookings,
  sessionSlots,
  sessions,
} from "../tables.server.ts";

export type Booking = typeof sessionBookings.$inferSelect;
export type NewBooking = typeof sessionBookings.$inferInsert;

/**
 * Makes holds of one buyer, and of one network address, take turns until the transaction ends, so
 * that counting them and adding one is one step.
 */
export async function queueHolds(
  tx: Transaction,
  buyer: string,
  address: string | null,
): Promise<void> {
  // Always in this order: two buyers behind one address cannot wait for each other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`hold:${buyer}`}, 0))`);
  if (address !== null) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`from:${address}`}, 0))`);
  }
}

/** The buyer's live booking of this slot: a hold or a confirmed one. */
export async function findLiveBooking(
  db: Executor,
  slotId: string,
  buyerEmail: string,
): Promise<Booking | null> {
  const [row] = await db
    .select()
    .from(sessionBookings)
    .where(
      and(
        eq(sessionBookings.sessionSlotId, slotId),
        eq(sessionBookings.buyerEmail, buyerEmail),
        ne(sessionBookings.status, "cancelled"),
      ),
    );
  return row ?? null;
}

/**
 * Open holds of this buyer (an account's and a guest's count apart) and from this address. What a
 * guest booked without charge within 24 h counts too: no payment slows anybody down there.
 */
export async function countHolds(
  db: Executor,
  buyer: { email: string; userId: string | null },
  address: string | null,
  now: Date,
): Promise<{ byBuyer: number; fromAddress: number }> {
  const pending = eq(sessionBookings.status, "pending");
  const freeOfGuest = and(
    eq(sessionBookings.status, "confirmed"),
    eq(sessionBookings.pricePaidCents, cents(0)),
    isNotNull(sessionBookings.guestProofHash),
    gt(sessionBookings.createdAt, new Date(now.getTime() - 24 * HOUR)),
  );
  const sameBuyer = eq(sessionBookings.buyerEmail, buyer.email);
  const [byBuyer, fromAddress] = [
    await db.$count(
      sessionBookings,
      buyer.userId === null
        ? and(sameBuyer, or(and(pending, isNull(sessionBookings.clientId)), freeOfGuest))
        : and(sameBuyer, pending, eq(sessionBookings.clientId, buyer.userId)),
    ),
    address === null
      ? 0
      : await db.$count(
          sessionBookings,
          and(or(pending, freeOfGuest), eq(sessionBookings.holdAddress, address)),
        ),
  ];
  return { byBuyer, fromAddress };
}

export async function insertBooking(tx: Transaction, booking: NewBooking): Promise<Booking> {
  const [row] = await tx.insert(sessionBookings).values(booking).returning();
  if (!row) throw new Error("a booking was not inserted");
  return row;
}

export async function findBooking(db: Executor, id: string): Promise<Booking | null> {
  const [row] = await db.select().from(sessionBookings).where(eq(sessionBookings.id, id));
  return row ?? null;
}

export async function lockBooking(tx: Transaction, id: string): Promise<Booking> {
  const [row] = await tx
    .select()
    .from(sessionBookings)
    .where(eq(sessionBookings.id, id))
    .for("update");
  if (!row) throw new Error(`booking ${id} is gone`);
  return row;
}

export async function updateBooking(
  db: Executor,
  id: string,
  changes: Partial<Booking>,
): Promise<void> {
  await db.update(sessionBookings).set(changes).where(eq(sessionBookings.id, id));
}

const viewColumns = {
  id: sessionBookings.id,
  clientId: sessionBookings.clientId,
  professionalId: sessionBookings.professionalId,
  slotId: sessionBookings.sessionSlotId,
  buyerEmail: sessionBookings.buyerEmail,
  pricePaidCents: sessionBookings.pricePaidCents,
  bookingNotes: sessionBookings.bookingNotes,
  status: sessionBookings.status,
  paymentStatus: sessionBookings.paymentStatus,
  cancelReason: sessionBookings.cancelReason,
  refundableUntil: sessionBookings.refundableUntil,
  guestProofHash: sessionBookings.guestProofHash,
  accountCreated: sessionBookings.accountCreated,
  createdAt: sessionBookings.createdAt,
  start: sessionSlots.startDatetime,
  end: sessionSlots.endDatetime,
  sessionId: sessions.id,
  deletedAt: sessions.deletedAt,
  title: sessions.title,
  description: sessions.description,
  priceCents: sessions.priceCents,
  city: sessions.city,
  address: sessions.address,
  postalCode: sessions.postalCode,
  isOnline: sessions.isOnline,
  onlineLink: sessions.onlineLink,
  professionalName: professionalProfiles.businessName,
  professionalUserId: professionalProfiles.userId,
  professionalEmail: profiles.email,
  paymentState: payments.status,
  checkoutUrl: payments.checkoutUrl,
  refundedCents: payments.refundedCents,
};

function selectBookings(db: Executor) {
  return db
    .select(viewColumns)
    .from(sessionBookings)
    .innerJoin(sessionSlots, eq(sessionSlots.id, sessionBookings.sessionSlotId))
    .innerJoin(sessions, eq(sessions.id, sessionSlots.sessionId))
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, sessionBookings.professionalId))
    .innerJoin(profiles, eq(profiles.id, professionalProfiles.userId))
    .leftJoin(
      payments,
      and(eq(payments.reference, sessionBookings.id), eq(payments.kind, "session_booking")),
    );
}
export type BookingRow = Awaited<ReturnType<typeof selectBookings>>[number];

export async function findBookingRow(db: Executor, id: string): Promise<BookingRow | null> {
  const [row] = await selectBookings(db).where(eq(sessionBookings.id, id));
  return row ?? null;
}

/** A client's bookings, newest first (S2§7), from the one before `olderThan` on. */
export function listClientBookings(
  db: Executor,
  clientId: string,
  page: { limit: number; olderThan: string | null },
): Promise<BookingRow[]> {
  const before = sql`(${sessionBookings.createdAt}, ${sessionBookings.id}) < (select created_at, id from session_bookings where id = ${page.olderThan})`;
  return selectBookings(db)
    .where(and(eq(sessionBookings.clientId, clientId), page.olderThan ? before : undefined))
    .orderBy(desc(sessionBookings.createdAt), desc(sessionBookings.id))
    .limit(page.limit);
}

/** What a professional has not deleted, newest first (S2§7). */
export function listOwnSessions(db: Executor, professionalId: string, limit: number) {
  return db
    .select({
      id: sessions.id,
      title: sessions.title,
      category: activityTypes.name,
      priceCents: sessions.priceCents,
      discountedPriceCents: sessions.discountedPriceCents,
      duration: sessions.duration,
      capacity: sessions.capacity,
      isOnline: sessions.isOnline,
      city: sessions.city,
      imageUrl: sessions.imageUrl,
      isActive: sessions.isActive,
    })
    .from(sessions)
    .innerJoin(activityTypes, eq(activityTypes.id, sessions.activityTypeId))
    .where(and(eq(sessions.professionalId, professionalId), isNull(sessions.deletedAt)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(limit);
}

export function listSlots(db: Executor, sessionIds: string[], since: Date) {
  return db
    .select({
      id: sessionSlots.id,
      sessionId: sessionSlots.sessionId,
      start: sessionSlots.startDatetime,
      end: sessionSlots.endDatetime,
      capacity: sessionSlots.capacity,
      availableSpots: sessionSlots.availableSpots,
      isActive: sessionSlots.isActive,
    })
    .from(sessionSlots)
    .where(and(inArray(sessionSlots.sessionId, sessionIds), gte(sessionSlots.startDatetime, since)))
    .orderBy(asc(sessionSlots.startDatetime));
}

/** Bookings of these slots that were confirmed once or still wait, first come first. */
export function listSlotBookings(db: Executor, slotIds: string[]) {
  return db
    .select({
      id: sessionBookings.id,
      slotId: sessionBookings.sessionSlotId,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      clientEmail: sessionBookings.buyerEmail,
      status: sessionBookings.status,
      paymentStatus: sessionBookings.paymentStatus,
      pricePaidCents: sessionBookings.pricePaidCents,
      bookingNotes: sessionBookings.bookingNotes,
    })
    .from(sessionBookings)
    .leftJoin(profiles, eq(profiles.id, sessionBookings.clientId))
    .where(
      and(
        inArray(sessionBookings.sessionSlotId, slotIds),
        or(ne(sessionBookings.status, "cancelled"), isNotNull(sessionBookings.confirmedAt)),
      ),
    )
    .orderBy(asc(sessionBookings.createdAt));
}

export async function findPerson(db: Executor, id: string) {
  const [row] = await db
    .select({ firstName: profiles.firstName, lastName: profiles.lastName, email: profiles.email })
    .from(profiles)
    .where(eq(profiles.id, id));
  return row ?? null;
}
export type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>;
