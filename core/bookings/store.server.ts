import { and, asc, eq, getTableColumns, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import {
  type Executor,
  hasId,
  list,
  type Reader,
  type Transaction,
} from "#platform/postgres.server.ts";
import type { SlotKind } from "../catalogue/schema.ts";
import { lockPayment, pendingRefunds } from "../payments/find-payment.server.ts";
import { vatRateOf } from "../professionals/show-seller.server.ts";
import {
  bookings,
  offerings,
  payments,
  professionalProfiles,
  profiles,
  type Sold,
  slots,
} from "../tables.server.ts";
import { drawCode } from "./presence/store.server.ts";
import { listForSale } from "./resale/store.server.ts";
import { moneyOf } from "./rules.ts";

const isoInstant = (column: SQL) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A value of the type Sold (rule: sold-as-seen). */
export const factsOf = (slotId: SQL) => sql`(
  select jsonb_build_object('title', o.title, 'isOnline', o.is_online, 'address', o.address,
    'city', o.city, 'postalCode', o.postal_code, 'start', ${isoInstant(sql`s.start_datetime`)},
    'end', ${isoInstant(sql`s.end_datetime`)}, 'practitioner', p.business_name)
  from slots s join offerings o on o.id = s.offering_id
    join professional_profiles p on p.id = o.professional_id
  where s.id = ${slotId})`;

/** A booked slot keeps its hours by itself; a pin counts at the address that was sold. */
function asSold(sold: Sold, { status, pin, ...now }: Now) {
  const { title, isOnline, address, city, postalCode, practitioner: professionalName } = sold;
  const hours = { start: new Date(sold.start), end: new Date(sold.end) };
  const ownPin =
    address === now.address && postalCode === now.postalCode && city === now.city ? pin : null;
  const facts = { title, isOnline, address, city, postalCode, pin: ownPin, professionalName };
  return { ...facts, ...(status === "cancelled" && hours) };
}

interface Now extends Pick<Sold, "address" | "postalCode" | "city"> {
  status: string;
  pin: string | null;
}

type BookingColumns = typeof bookings.$inferSelect;
export type Booking = BookingColumns & { kind: SlotKind };

export function selectBookings(db: Reader) {
  return db
    .select({ ...getTableColumns(bookings), kind: offerings.kind })
    .from(bookings)
    .innerJoin(slots, eq(slots.id, bookings.slotId))
    .innerJoin(offerings, eq(offerings.id, slots.offeringId));
}

export function selectLive(db: Executor, slotId: string, whose: SQL | undefined) {
  return selectBookings(db)
    .where(and(eq(bookings.slotId, slotId), ne(bookings.status, "cancelled"), whose))
    .orderBy(asc(bookings.id));
}

export async function findLiveOfAccount(
  db: Executor,
  of: { slotId: string; id?: string },
  email: string,
): Promise<Booking | null> {
  const [found] = await selectLive(
    db,
    of.slotId,
    and(
      sql`${bookings.clientId} = (select ${profiles.id} from ${profiles} where ${profiles.email} = ${email})`,
      of.id === undefined ? undefined : ne(bookings.id, of.id),
    ),
  );
  return found ?? null;
}

export async function findSlot(db: Executor, slotId: string) {
  const [row] = await db
    .select({
      kind: offerings.kind,
      offeringId: offerings.id,
      professionalId: offerings.professionalId,
      ownerId: professionalProfiles.userId,
      start: slots.startDatetime,
      end: slots.endDatetime,
    })
    .from(slots)
    .innerJoin(offerings, eq(offerings.id, slots.offeringId))
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, offerings.professionalId))
    .where(hasId(slots.id, slotId));
  return row ?? null;
}

export type NewBooking = Omit<typeof bookings.$inferInsert, "sold"> &
  Pick<Booking, "kind" | "id" | "seats" | "commissionRate">;

export async function insertBooking(
  tx: Transaction,
  { kind, ...booking }: NewBooking,
): Promise<Booking> {
  const sold = factsOf(sql`${booking.slotId}::uuid`);
  const [row] = await tx
    .insert(bookings)
    .values({
      ...booking,
      sold,
      vatRate: vatRateOf(booking),
      presenceCode: drawCode(booking.slotId),
    })
    .returning();
  if (!row) throw new Error("a booking was not inserted");
  return { ...row, kind };
}

export async function findBooking(db: Executor, id: string): Promise<Booking | null> {
  const [row] = await selectBookings(db).where(eq(bookings.id, id));
  return row ?? null;
}

/** Locks it until the end of the transaction; it must exist. */
export async function lockBooking(tx: Transaction, id: string): Promise<Booking> {
  const lock = () => selectBookings(tx).where(eq(bookings.id, id)).for("update", { of: bookings });
  const [met] = await lock();
  // One that was moved to another slot while the lock was waited for no longer joins its old one.
  const [row] = met ? [met] : await lock();
  if (!row) throw new Error(`booking ${id} is gone`);
  return row;
}

export async function updateBooking(
  db: Executor,
  { id }: Pick<Booking, "id">,
  changes: Partial<BookingColumns>,
): Promise<void> {
  await db.update(bookings).set(changes).where(eq(bookings.id, id));
}

export async function writeCompanions(
  db: Executor,
  { id, clientId }: { id: string; clientId: string },
  companions: string | null,
): Promise<boolean> {
  const { rowCount } = await db
    .update(bookings)
    .set({ companions })
    .where(
      and(eq(bookings.id, id), eq(bookings.clientId, clientId), eq(bookings.status, "confirmed")),
    );
  return rowCount === 1;
}

/** Reads the address in the same statement, since the slot's seats wait for its end. */
export async function writeConfirmation(
  tx: Transaction,
  { id }: Pick<Booking, "id">,
  changes: Partial<BookingColumns>,
): Promise<{ professionalEmail: string }> {
  const [row] = await tx
    .update(bookings)
    .set(changes)
    .from(professionalProfiles)
    .innerJoin(profiles, eq(profiles.id, professionalProfiles.userId))
    .where(and(eq(bookings.id, id), eq(professionalProfiles.id, bookings.professionalId)))
    .returning({ professionalEmail: profiles.email });
  if (!row) throw new Error(`booking ${id} is gone`);
  return row;
}

export async function findProfessionalEmail(db: Executor, professionalId: string): Promise<string> {
  const [row] = await db
    .select({ email: profiles.email })
    .from(professionalProfiles)
    .innerJoin(profiles, eq(profiles.id, professionalProfiles.userId))
    .where(eq(professionalProfiles.id, professionalId));
  if (!row) throw new Error(`professional ${professionalId} is gone`);
  return row.email;
}

const clients = alias(profiles, "clients");

/** Null in all columns where nothing was to be paid. */
export const MONEY = {
  paymentState: payments.status,
  refundedCents: payments.refundedCents,
  chargedBackCents: payments.chargedBackCents,
  disputeStatus: payments.disputeStatus,
  processingAt: payments.processingAt,
  onTheWayCents: pendingRefunds(sql`payments.id`),
};

async function readBookings(db: Reader, ids: readonly string[]) {
  const rows = await db
    .select({
      ...getTableColumns(bookings),
      kind: offerings.kind,
      clientFirstName: clients.firstName,
      clientLastName: clients.lastName,
      start: slots.startDatetime,
      end: slots.endDatetime,
      capacity: slots.capacity,
      availableSpots: slots.availableSpots,
      isSlotActive: slots.isActive,
      offeringId: offerings.id,
      deletedAt: offerings.deletedAt,
      title: offerings.title,
      description: offerings.description,
      priceCents: offerings.priceCents,
      city: offerings.city,
      address: offerings.address,
      postalCode: offerings.postalCode,
      pin: offerings.pin,
      isOnline: offerings.isOnline,
      onlineLink: offerings.onlineLink,
      professionalName: professionalProfiles.businessName,
      professionalUserId: professionalProfiles.userId,
      shownPhone: professionalProfiles.shownPhone,
      professionalEmail: profiles.email,
      checkoutUrl: payments.checkoutUrl,
      paymentId: payments.id,
      checkoutExpiresAt: payments.expiresAt,
      ...MONEY,
    })
    .from(bookings)
    .innerJoin(slots, eq(slots.id, bookings.slotId))
    .innerJoin(offerings, eq(offerings.id, slots.offeringId))
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, bookings.professionalId))
    .innerJoin(profiles, eq(profiles.id, professionalProfiles.userId))
    .leftJoin(clients, eq(clients.id, bookings.clientId))
    .leftJoin(payments, eq(payments.reference, bookings.id))
    .where(sql`${bookings.id} = any(${list(ids, "uuid")})`);
  return rows.map((row) => ({ ...row, ...asSold(row.sold, row), ...moneyOf(row) }));
}

export type BookingRow = Awaited<ReturnType<typeof readBookings>>[number];

export async function findBookingRow(db: Executor, id: string): Promise<BookingRow | null> {
  const [row] = await readInOrder(db, [{ id }]);
  return row ?? null;
}

/** Read anew once it is locked, as another hour may have been accepted until then. */
export async function lockBookingRow(tx: Transaction, id: string): Promise<BookingRow> {
  await lockBooking(tx, id);
  const row = await findBookingRow(tx, id);
  if (!row) throw new Error(`booking ${id} is gone`);
  return row;
}

export async function readInOrder(
  db: Reader,
  found: readonly { id: string }[],
): Promise<BookingRow[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const byId = new Map((await readBookings(db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Null where the account is gone. */
export async function findEmail(db: Executor, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ email: profiles.email })
    .from(profiles)
    .where(eq(profiles.id, userId));
  return row?.email ?? null;
}

/** The later before the earlier, so that nobody deadlocks; answers those whose seats it may buy. */
export async function lockEarlier(
  tx: Transaction,
  { status, slotId, seats, resaleOfId, replacesId }: Booking,
): Promise<string[]> {
  const forSale = status === "cancelled" ? await listForSale(tx, { slotId, seats }) : [];
  const ids = new Set([resaleOfId, replacesId, ...forSale].filter((id) => id !== null));
  for (const id of [...ids].sort().reverse()) {
    await lockPayment(tx, id);
    await lockBooking(tx, id);
  }
  return forSale;
}

/**
 * The payment before the booking, as in settling, so that nobody deadlocks.
 * @throws AppError `conflict` for a booking that is gone.
 */
export async function lockWithPayment(tx: Transaction, bookingId: string) {
  const payment = await lockPayment(tx, bookingId);
  return { payment, row: await lockBookingRow(tx, bookingId) };
}
