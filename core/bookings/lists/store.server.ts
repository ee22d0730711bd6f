import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { type Executor, list, type Reader } from "#platform/postgres.server.ts";
import { withheldAs } from "../../catalogue/removals/require-showable.server.ts";
import type { SlotKind } from "../../catalogue/schema.ts";
import { storedNextPrice } from "../../catalogue/views/read-next-price.server.ts";
import { allSeatsTaken } from "../../occupancy/count-seats.server.ts";
import {
  activityTypes,
  bookings,
  offerings,
  payments,
  profiles,
  slots,
} from "../../tables.server.ts";
import { leftOfSellers } from "../resale/store.server.ts";
import { NEVER_PAID } from "../rules.ts";
import { type BookingRow, MONEY, readInOrder } from "../store.server.ts";

export type Party = { clientId: string } | { professionalId: string };

/** Leaves a client's unpaid attempts out, which do not concern the professional. */
function ofParty(party: Party): SQL | undefined {
  if ("clientId" in party) return eq(bookings.clientId, party.clientId);
  const isBooked = or(ne(bookings.status, "cancelled"), isNotNull(bookings.confirmedAt));
  return and(eq(bookings.professionalId, party.professionalId), isBooked);
}

export async function listNewestBookings(
  db: Executor,
  kind: SlotKind,
  party: Party,
  page: { limit: number; after: string | null },
): Promise<BookingRow[]> {
  const before = sql`(${bookings.createdAt}, ${bookings.id}) < (select seen.created_at, seen.id from ${bookings} seen where seen.id = ${page.after})`;
  const rows = await db
    .select({ id: bookings.id })
    .from(bookings)
    .innerJoin(slots, eq(slots.id, bookings.slotId))
    .innerJoin(offerings, eq(offerings.id, slots.offeringId))
    .where(and(eq(offerings.kind, kind), ofParty(party), page.after ? before : undefined))
    .orderBy(desc(bookings.createdAt), desc(bookings.id))
    .limit(page.limit);
  return readInOrder(db, rows);
}

/** Orders by start, and divides by end, since a session that has begun still shows its code. */
export async function listBookingsByStart(
  db: Executor,
  kinds: readonly SlotKind[],
  party: Party,
  page: { when: "upcoming" | "past"; now: Date; limit: number; after: string | null },
): Promise<BookingRow[]> {
  const isPast = page.when === "past";
  const direction = sql.raw(isPast ? "desc" : "asc");
  const beyond = sql.raw(isPast ? "<" : ">");
  // One's own bookings are few and are found first; otherwise every slot would be walked by its
  // start.
  const { rows } = await db.execute<{ id: string }>(sql`
    with own as materialized (
      select ${bookings.id}, ${bookings.cancelReason}, slot.start_datetime, slot.end_datetime, row_number() over (
        partition by ${bookings.slotId} order by ${bookings.createdAt} desc, ${bookings.id} desc) as turn
      from ${bookings} join lateral (
        select ${slots.startDatetime}, ${slots.endDatetime}, ${offerings.kind} from ${slots}
          join ${offerings} on ${offerings.id} = ${slots.offeringId}
        where ${slots.id} = ${bookings.slotId}) slot on true
      where ${ofParty(party)} and slot.kind = any(${list(kinds, "text")}))
    select id from own
    where (turn = 1 or (cancel_reason = any(${list(NEVER_PAID, "text")})) is not true)
      and end_datetime ${sql.raw(isPast ? "<=" : ">")} ${page.now}
      and ${page.after ? sql`(start_datetime, id) ${beyond} (select start_datetime, id from own where id = ${page.after})` : sql`true`}
    order by start_datetime ${direction}, id ${direction} limit ${page.limit}`);
  return readInOrder(db, rows);
}

export async function findNextBooking(
  db: Reader,
  clientId: string,
  now: Date,
): Promise<BookingRow | null> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${bookings.id} from ${bookings} join lateral (
      select ${slots.startDatetime}, ${slots.endDatetime} from ${slots}
      where ${slots.id} = ${bookings.slotId} offset 0) slot on true
    where ${bookings.clientId} = ${clientId} and ${bookings.status} = 'confirmed'
      and end_datetime > ${now}
    order by start_datetime, ${bookings.id} limit 1`);
  const [row] = await readInOrder(db, rows);
  return row ?? null;
}

export function listOwnOfferings(
  db: Executor,
  { kind, professionalId, now }: { kind: SlotKind; professionalId: string; now: Date },
  limit: number,
) {
  return db
    .select({
      id: offerings.id,
      title: offerings.title,
      category: sql<string>`coalesce(${activityTypes.name}, ${offerings.category})`,
      priceCents: offerings.priceCents,
      discountedPriceCents: offerings.discountedPriceCents,
      nextPrice: storedNextPrice(sql`offerings.id`, now),
      duration: offerings.duration,
      capacity: offerings.capacity,
      isOnline: offerings.isOnline,
      city: offerings.city,
      imageUrl: offerings.imageUrl,
      isActive: offerings.isActive,
      withheld: withheldAs(sql`offerings`),
    })
    .from(offerings)
    .leftJoin(activityTypes, eq(activityTypes.id, offerings.activityTypeId))
    .where(
      and(
        eq(offerings.professionalId, professionalId),
        eq(offerings.kind, kind),
        isNull(offerings.deletedAt),
      ),
    )
    .orderBy(desc(offerings.createdAt), desc(offerings.id))
    .limit(limit);
}

export function listSlots(db: Executor, offeringIds: string[], since: Date) {
  return db
    .select({
      id: slots.id,
      offeringId: slots.offeringId,
      start: slots.startDatetime,
      end: slots.endDatetime,
      capacity: slots.capacity,
      availableSpots: slots.availableSpots,
      outside: slots.outsideSeats,
      reserved: slots.reservedSeats,
      taken: allSeatsTaken(sql`slots`),
      isActive: slots.isActive,
    })
    .from(slots)
    .where(and(inArray(slots.offeringId, offeringIds), gte(slots.startDatetime, since)))
    .orderBy(asc(slots.startDatetime));
}

export function listSlotBookings(db: Executor, slotIds: string[]) {
  return db
    .select({
      id: bookings.id,
      slotId: bookings.slotId,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      clientEmail: bookings.buyerEmail,
      status: bookings.status,
      paymentStatus: bookings.paymentStatus,
      seats: bookings.seats,
      seatsCancelled: bookings.seatsCancelled,
      companions: bookings.companions,
      pricePaidCents: bookings.pricePaidCents,
      bookingNotes: bookings.bookingNotes,
      cancelReason: bookings.cancelReason,
      resaleAt: bookings.resaleAt,
      resaleToId: bookings.resaleToId,
      start: slots.startDatetime,
      sellersLeftCents: leftOfSellers(sql`${bookings}`),
      ...MONEY,
    })
    .from(bookings)
    .innerJoin(slots, eq(slots.id, bookings.slotId))
    .leftJoin(profiles, eq(profiles.id, bookings.clientId))
    .leftJoin(payments, eq(payments.reference, bookings.id))
    .where(
      and(
        inArray(bookings.slotId, slotIds),
        or(ne(bookings.status, "cancelled"), isNotNull(bookings.confirmedAt)),
      ),
    )
    .orderBy(asc(bookings.createdAt));
}

export async function countUpcoming(db: Executor, userId: string, now: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int
    from ${bookings} join lateral (
      select start_datetime from ${slots} where ${slots.id} = ${bookings.slotId}) slot on true
    where ${bookings.status} <> 'cancelled' and (
        ${bookings.clientId} = ${userId}
        or ${bookings.professionalId} = any(array(
          select own.id from professional_profiles own where own.user_id = ${userId})))
      and (${bookings.status} = 'pending' or start_datetime > ${now})`);
  return rows[0]?.count ?? 0;
}

/** Instants in ISO 8601, amounts in euros. */
export const EXPORTED_COLUMNS = [
  "id",
  "kind",
  "created_at",
  "status",
  "payment_status",
  "start_datetime",
  "title",
  "business_name",
  "siret",
  "buyer_email",
  "seats",
  "seats_cancelled",
  "price_paid",
  "commission",
  "refunded",
  "commission_kept",
  "professional_share",
] as const;
type ExportedColumn = (typeof EXPORTED_COLUMNS)[number];
export type ExportedBooking = Record<ExportedColumn, string | number | null> & { id: string };

/** Ids are in the order of creation, so a page continues where the previous one ended. */
export async function readExport(
  db: Executor,
  { since, after, limit }: { since: string; after: string | null; limit: number },
): Promise<ExportedBooking[]> {
  const euros = (amount: string) => sql.raw(`(${amount} / 100.0)::numeric(12, 2)::text`);
  const instant = (at: string) =>
    sql.raw(`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);
  const { rows } = await db.execute<ExportedBooking>(sql`
    select b.id::text, o.kind, ${instant("b.created_at")} as created_at,
      b.status, b.payment_status, ${instant("slot.start_datetime")} as start_datetime,
      b.sold ->> 'title' as title, b.sold ->> 'practitioner' as business_name, p.siret, b.buyer_email,
      b.seats, b.seats_cancelled,
      ${euros("b.price_paid_cents")} as price_paid, ${euros("b.commission_cents")} as commission,
      ${euros("coalesce(paid.refunded_cents, 0)")} as refunded,
      ${euros("coalesce(paid.fee - moved.fee - paid.given, b.commission_cents)")} as commission_kept,
      ${euros("coalesce(paid.amount_cents - moved.reversed - paid.fee + moved.fee, b.price_paid_cents - b.commission_cents)")}
        as professional_share
    from bookings b
      join slots slot on slot.id = b.slot_id
      join offerings o on o.id = slot.offering_id
      join professional_profiles p on p.id = b.professional_id
      left join lateral (
        select p.id, p.refunded_cents + p.charged_back_cents as refunded_cents, p.amount_cents * (p.paid_at is not null)::int as amount_cents,
          p.application_fee_cents * (p.paid_at is not null)::int as fee,
          coalesce((select sum(r.commission_cents) from refunds r
            where r.payment_id = p.id and r.status in ('pending', 'succeeded')), 0) as given
        from payments p where p.reference = b.id) paid on true
      left join lateral (
        select coalesce(sum(m.amount_cents) filter (where m.kind = 'reversal'), 0)::int as reversed,
          coalesce(sum(m.amount_cents) filter (where m.kind = 'fee_refund'), 0)::int as fee
        from payment_movements m where m.payment_id = paid.id) moved on true
    where b.created_at >= ${since}::timestamp at time zone 'Europe/Paris'
      and ${after ? sql`b.id > ${after}::uuid` : sql`true`}
    order by b.id limit ${limit}`);
  return rows;
}
