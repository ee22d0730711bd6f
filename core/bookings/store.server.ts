import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type Executor, list, type Transaction } from "#platform/postgres.server.ts";
import type { Leaver } from "../accounts/schema.ts";
import type { SlotKind } from "../catalogue/schema.ts";
import { cents } from "../money.ts";
import {
  activities,
  activityBookings,
  activitySlots,
  activityTypes,
  payments,
  professionalProfiles,
  profiles,
  sessionBookings,
  sessionSlots,
  sessions,
} from "../tables.server.ts";
import { NEVER_PAID } from "./rules.ts";

/** What is booked, stored apart for each kind (R22) in columns that are read and written alike here. */
const TABLES = {
  session: {
    bookings: sessionBookings,
    slots: sessionSlots,
    offerings: sessions,
    offeringOfSlot: sessionSlots.sessionId,
  },
  activity: {
    bookings: activityBookings as unknown as typeof sessionBookings,
    slots: activitySlots as unknown as typeof sessionSlots,
    offerings: activities as unknown as typeof sessions,
    offeringOfSlot: activitySlots.activityId as unknown as typeof sessionSlots.sessionId,
  },
} as const;
const KINDS = ["session", "activity"] as const satisfies SlotKind[];

export type Booking = typeof sessionBookings.$inferSelect & { kind: SlotKind };
type NewBooking = typeof sessionBookings.$inferInsert & { kind: SlotKind };
type BookingKey = Pick<Booking, "kind" | "id">;

/**
 * Makes holds of one buyer, and of one network address, take turns until the transaction ends, so
 * that counting them and adding one is one step.
 */
export async function queueHolds(
  tx: Transaction,
  buyer: string,
  address: string | null,
): Promise<void> {
  const lock = (name: string) => sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
  // Always in this order: two buyers behind one address cannot wait for each other.
  const ofAddress = address === null ? sql`` : sql`, ${lock(`from:${address}`)}`;
  await tx.execute(sql`select ${lock(`hold:${buyer}`)} ${ofAddress}`);
}

/** The buyer's live booking of this slot: a hold or a confirmed one. */
export async function findLiveBooking(
  db: Executor,
  { kind, slotId, buyerEmail }: Pick<Booking, "kind" | "slotId" | "buyerEmail">,
): Promise<Booking | null> {
  const { bookings } = TABLES[kind];
  const [row] = await db
    .select()
    .from(bookings)
    .where(
      and(
        eq(bookings.slotId, slotId),
        eq(bookings.buyerEmail, buyerEmail),
        ne(bookings.status, "cancelled"),
      ),
    );
  return row ? { ...row, kind } : null;
}

/**
 * Open holds of this buyer (an account's and a guest's count apart) and from this address, of
 * sessions and activities together.
 */
export function countHolds(
  db: Executor,
  { email, userId }: { email: string; userId: string | null },
  address: string | null,
): Promise<Shares> {
  return countShares(db, email, address, (bookings) => ({
    counted: eq(bookings.status, "pending"),
    ofBuyer: userId === null ? isNull(bookings.clientId) : eq(bookings.clientId, userId),
  }));
}

/** What guests booked without charge since then, under this e-mail and from this address. */
export function countFreeOfGuests(
  db: Executor,
  email: string,
  address: string | null,
  since: Date,
): Promise<Shares> {
  return countShares(db, email, address, (bookings) => ({
    counted: and(
      eq(bookings.status, "confirmed"),
      eq(bookings.pricePaidCents, cents(0)),
      isNotNull(bookings.guestProofHash),
      gt(bookings.createdAt, since),
    ),
  }));
}

interface Shares {
  byBuyer: number;
  fromAddress: number;
}

async function countShares(
  db: Executor,
  email: string,
  address: string | null,
  of: (bookings: typeof sessionBookings) => {
    counted: SQL | undefined;
    ofBuyer?: SQL;
  },
): Promise<Shares> {
  const inAll = (fits: (bookings: typeof sessionBookings) => SQL | undefined) =>
    sql.join(
      Object.values(TABLES).map(
        ({ bookings }) => sql`(select count(*)::int from ${bookings} where ${fits(bookings)})`,
      ),
      sql` + `,
    );
  const ofEmail = inAll((bookings) => {
    const { counted, ofBuyer } = of(bookings);
    return and(eq(bookings.buyerEmail, email), counted, ofBuyer);
  });
  const ofAddress =
    address === null
      ? sql`0`
      : inAll((bookings) => and(of(bookings).counted, eq(bookings.holdAddress, address)));
  // One statement: every turn to the database is waited for while the seat is locked.
  const { rows } = await db.execute<{ by_buyer: number; from_address: number }>(
    sql`select ${ofEmail} as by_buyer, ${ofAddress} as from_address`,
  );
  const [row] = rows;
  if (!row) throw new Error("counting answers a row");
  return { byBuyer: row.by_buyer, fromAddress: row.from_address };
}

/** Who may go on with a hold: the account that made it, and the browser that did as a guest. */
export interface Holder {
  userId: string | null;
  guestProofHash: string | null;
}

/**
 * What this holder has of one session or activity, or of all that was asked for under one e-mail: open
 * holds, first come first, and what the account has booked.
 */
export async function listLiveOf(
  db: Executor,
  { userId, guestProofHash }: Holder,
  asked: { kind: SlotKind; offeringId: string } | { buyerEmail: string },
): Promise<BookingRow[]> {
  const ids: string[] = [];
  for (const kind of "kind" in asked ? [asked.kind] : KINDS) {
    const { bookings, slots, offeringOfSlot } = TABLES[kind];
    const isOfBrowser =
      guestProofHash === null
        ? undefined
        : and(eq(bookings.guestProofHash, guestProofHash), eq(bookings.status, "pending"));
    const rows = await db
      .select({ id: bookings.id })
      .from(bookings)
      .innerJoin(slots, eq(slots.id, bookings.slotId))
      .where(
        and(
          "kind" in asked
            ? eq(offeringOfSlot, asked.offeringId)
            : eq(bookings.buyerEmail, asked.buyerEmail),
          ne(bookings.status, "cancelled"),
          or(userId === null ? undefined : eq(bookings.clientId, userId), isOfBrowser),
        ),
      );
    ids.push(...rows.map(({ id }) => id));
  }
  return readInOrder(db, ids.sort());
}

export async function insertBooking(
  tx: Transaction,
  { kind, ...booking }: NewBooking,
): Promise<Booking> {
  const [row] = await tx.insert(TABLES[kind].bookings).values(booking).returning();
  if (!row) throw new Error("a booking was not inserted");
  return { ...row, kind };
}

/** Of whichever kind: ids are unique among them all. */
export async function findBooking(db: Executor, id: string): Promise<Booking | null> {
  for (const kind of KINDS) {
    const { bookings } = TABLES[kind];
    const [row] = await db.select().from(bookings).where(eq(bookings.id, id));
    if (row) return { ...row, kind };
  }
  return null;
}

/** The same until the end of the transaction: whoever changes it waits. It must exist. */
export async function lockBooking(tx: Transaction, id: string): Promise<Booking> {
  for (const kind of KINDS) {
    const { bookings } = TABLES[kind];
    const [row] = await tx.select().from(bookings).where(eq(bookings.id, id)).for("update");
    if (row) return { ...row, kind };
  }
  throw new Error(`booking ${id} is gone`);
}

export async function updateBooking(
  db: Executor,
  { kind, id }: BookingKey,
  changes: Partial<Omit<Booking, "kind">>,
): Promise<void> {
  const { bookings } = TABLES[kind];
  await db.update(bookings).set(changes).where(eq(bookings.id, id));
}

/** The same, and whom to tell of it: in one statement, because the slot's seats wait for its end. */
export async function writeConfirmation(
  tx: Transaction,
  { kind, id }: BookingKey,
  changes: Partial<Omit<Booking, "kind">>,
): Promise<{ professionalEmail: string }> {
  const { bookings } = TABLES[kind];
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

/** Where the money of a booking is; null in all of them where nothing was to be paid. */
const MONEY = {
  paymentState: payments.status,
  refundedCents: payments.refundedCents,
  chargedBackCents: payments.chargedBackCents,
  disputeStatus: payments.disputeStatus,
  processingAt: payments.processingAt,
};

async function readBookings(db: Executor, kind: SlotKind, ids: readonly string[]) {
  const { bookings, slots, offerings, offeringOfSlot } = TABLES[kind];
  const rows = await db
    .select({
      id: bookings.id,
      clientId: bookings.clientId,
      clientFirstName: clients.firstName,
      clientLastName: clients.lastName,
      professionalId: bookings.professionalId,
      slotId: bookings.slotId,
      buyerEmail: bookings.buyerEmail,
      pricePaidCents: bookings.pricePaidCents,
      commissionCents: bookings.commissionCents,
      bookingNotes: bookings.bookingNotes,
      status: bookings.status,
      paymentStatus: bookings.paymentStatus,
      cancelReason: bookings.cancelReason,
      refundableUntil: bookings.refundableUntil,
      guestProofHash: bookings.guestProofHash,
      accountCreated: bookings.accountCreated,
      createdAt: bookings.createdAt,
      start: slots.startDatetime,
      end: slots.endDatetime,
      capacity: slots.capacity,
      availableSpots: slots.availableSpots,
      offeringId: offerings.id,
      deletedAt: offerings.deletedAt,
      title: offerings.title,
      description: offerings.description,
      priceCents: offerings.priceCents,
      city: offerings.city,
      address: offerings.address,
      postalCode: offerings.postalCode,
      isOnline: offerings.isOnline,
      onlineLink: offerings.onlineLink,
      professionalName: professionalProfiles.businessName,
      professionalUserId: professionalProfiles.userId,
      professionalEmail: profiles.email,
      checkoutUrl: payments.checkoutUrl,
      cancelToken: payments.cancelToken,
      checkoutExpiresAt: payments.expiresAt,
      ...MONEY,
    })
    .from(bookings)
    .innerJoin(slots, eq(slots.id, bookings.slotId))
    .innerJoin(offerings, eq(offerings.id, offeringOfSlot))
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, bookings.professionalId))
    .innerJoin(profiles, eq(profiles.id, professionalProfiles.userId))
    .leftJoin(clients, eq(clients.id, bookings.clientId))
    .leftJoin(
      payments,
      and(eq(payments.reference, bookings.id), eq(payments.kind, `${kind}_booking`)),
    )
    .where(sql`${bookings.id} = any(${list(ids, "uuid")})`);
  return rows.map((row) => ({ ...row, kind }));
}
export type BookingRow = Awaited<ReturnType<typeof readBookings>>[number];

export async function findBookingRow(db: Executor, id: string): Promise<BookingRow | null> {
  const [row] = await readInOrder(db, [id]);
  return row ?? null;
}

/** Of whichever kind. */
async function readInOrder(db: Executor, ids: readonly string[]): Promise<BookingRow[]> {
  const byId = new Map<string, BookingRow>();
  for (const kind of KINDS) {
    const missing = ids.filter((id) => !byId.has(id));
    if (missing.length === 0) break;
    for (const row of await readBookings(db, kind, missing)) byId.set(row.id, row);
  }
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Whose bookings: a client's own, or what was booked with a professional. */
export type Party = { clientId: string } | { professionalId: string };

/** What somebody tried to buy and never paid for is nothing to its professional. */
function ofParty(kind: SlotKind, party: Party): SQL | undefined {
  const { bookings } = TABLES[kind];
  if ("clientId" in party) return eq(bookings.clientId, party.clientId);
  const isBooked = or(ne(bookings.status, "cancelled"), isNotNull(bookings.confirmedAt));
  return and(eq(bookings.professionalId, party.professionalId), isBooked);
}

/** Bookings of one kind, newest first (S2§7), from the one after `after` on. */
export async function listNewestBookings(
  db: Executor,
  kind: SlotKind,
  party: Party,
  page: { limit: number; after: string | null },
): Promise<BookingRow[]> {
  const { bookings } = TABLES[kind];
  const before = sql`(${bookings.createdAt}, ${bookings.id}) < (select seen.created_at, seen.id from ${bookings} seen where seen.id = ${page.after})`;
  const rows = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(ofParty(kind, party), page.after ? before : undefined))
    .orderBy(desc(bookings.createdAt), desc(bookings.id))
    .limit(page.limit);
  return readInOrder(
    db,
    rows.map(({ id }) => id),
  );
}

/**
 * Bookings of these kinds that start from `now` on, the next first, or before, the latest first;
 * from the one after `after` on. A client's attempt that was never paid for goes once the same slot
 * was asked for again.
 */
export async function listBookingsByStart(
  db: Executor,
  kinds: readonly SlotKind[],
  party: Party,
  page: { when: "upcoming" | "past"; now: Date; limit: number; after: string | null },
): Promise<BookingRow[]> {
  const isPast = page.when === "past";
  const direction = sql.raw(isPast ? "desc" : "asc");
  const beyond = sql.raw(isPast ? "<" : ">");
  // One's own are few: found first, or every slot there is would be gone through by its start.
  const own = kinds.map((kind) => {
    const { bookings, slots } = TABLES[kind];
    return sql`select ${bookings.id}, ${bookings.cancelReason}, slot.start_datetime, row_number() over (
        partition by ${bookings.slotId} order by ${bookings.createdAt} desc, ${bookings.id} desc) as turn
      from ${bookings} join lateral (
        select start_datetime from ${slots} where ${slots.id} = ${bookings.slotId}) slot on true
      where ${ofParty(kind, party)}`;
  });
  const { rows } = await db.execute<{ id: string }>(sql`
    with own as materialized (${sql.join(own, sql` union all `)})
    select id from own
    where (turn = 1 or (cancel_reason = any(${list(NEVER_PAID, "text")})) is not true)
      and start_datetime ${sql.raw(isPast ? "<" : ">=")} ${page.now}
      and ${page.after ? sql`(start_datetime, id) ${beyond} (select start_datetime, id from own where id = ${page.after})` : sql`true`}
    order by start_datetime ${direction}, id ${direction} limit ${page.limit}`);
  return readInOrder(
    db,
    rows.map(({ id }) => id),
  );
}

/** The sessions that a professional has not deleted, newest first (S2§7). */
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

/** The same of activities, which have no reduced price. */
export function listOwnActivities(db: Executor, professionalId: string, limit: number) {
  return db
    .select({
      id: activities.id,
      title: activities.title,
      category: activities.category,
      priceCents: activities.priceCents,
      discountedPriceCents: sql<null>`null`,
      duration: activities.duration,
      capacity: activities.capacity,
      isOnline: activities.isOnline,
      city: activities.city,
      imageUrl: activities.imageUrl,
      isActive: activities.isActive,
    })
    .from(activities)
    .where(and(eq(activities.professionalId, professionalId), isNull(activities.deletedAt)))
    .orderBy(desc(activities.createdAt), desc(activities.id))
    .limit(limit);
}

export function listSlots(db: Executor, kind: SlotKind, offeringIds: string[], since: Date) {
  const { slots, offeringOfSlot } = TABLES[kind];
  return db
    .select({
      id: slots.id,
      offeringId: offeringOfSlot,
      start: slots.startDatetime,
      end: slots.endDatetime,
      capacity: slots.capacity,
      availableSpots: slots.availableSpots,
      isActive: slots.isActive,
    })
    .from(slots)
    .where(and(inArray(offeringOfSlot, offeringIds), gte(slots.startDatetime, since)))
    .orderBy(asc(slots.startDatetime));
}

/** Bookings of these slots that were confirmed once or still wait, first come first. */
export function listSlotBookings(db: Executor, kind: SlotKind, slotIds: string[]) {
  const { bookings } = TABLES[kind];
  return db
    .select({
      id: bookings.id,
      slotId: bookings.slotId,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      clientEmail: bookings.buyerEmail,
      status: bookings.status,
      paymentStatus: bookings.paymentStatus,
      pricePaidCents: bookings.pricePaidCents,
      bookingNotes: bookings.bookingNotes,
      cancelReason: bookings.cancelReason,
      ...MONEY,
    })
    .from(bookings)
    .leftJoin(profiles, eq(profiles.id, bookings.clientId))
    .leftJoin(
      payments,
      and(eq(payments.reference, bookings.id), eq(payments.kind, `${kind}_booking`)),
    )
    .where(
      and(
        inArray(bookings.slotId, slotIds),
        or(ne(bookings.status, "cancelled"), isNotNull(bookings.confirmedAt)),
      ),
    )
    .orderBy(asc(bookings.createdAt));
}

export async function findPerson(db: Executor, id: string) {
  const [row] = await db
    .select({ firstName: profiles.firstName, lastName: profiles.lastName, email: profiles.email })
    .from(profiles)
    .where(eq(profiles.id, id));
  return row ?? null;
}

/** Of one person, bought or sold: confirmed ones to come, and all that is being paid. */
export async function countUpcoming(
  db: Executor,
  { userId, email }: { userId: string; email: string },
  now: Date,
): Promise<number> {
  const of = KINDS.map((kind) => {
    const { bookings, slots } = TABLES[kind];
    return sql`select ${bookings.status}, slot.start_datetime
      from ${bookings} join lateral (
        select start_datetime from ${slots} where ${slots.id} = ${bookings.slotId}) slot on true
      where ${bookings.status} <> 'cancelled' and (
        ${bookings.clientId} = ${userId} or ${bookings.buyerEmail} = ${email}
        or ${bookings.professionalId} = any(array(
          select own.id from professional_profiles own where own.user_id = ${userId})))`;
  });
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int from (${sql.join(of, sql` union all `)}) own
    where status = 'pending' or start_datetime > ${now}`);
  return rows[0]?.count ?? 0;
}

export async function anonymiseBookings(
  tx: Transaction,
  { userId, email, nobody }: Leaver,
): Promise<void> {
  for (const { bookings } of Object.values(TABLES)) {
    await tx
      .update(bookings)
      .set({ buyerEmail: nobody, bookingNotes: null, holdAddress: null, guestProofHash: null })
      .where(eq(bookings.clientId, userId));
    // A guest typed this address and never paid: the address leaves, the rest is the guest's own.
    await tx
      .update(bookings)
      .set({ buyerEmail: nobody })
      .where(and(isNull(bookings.clientId), eq(bookings.buyerEmail, email)));
  }
}

/** A line of the operator's accounts: instants in ISO 8601, amounts in euros. */
export interface ExportedBooking extends Record<string, unknown> {
  id: string;
  kind: string;
  created_at: string;
  status: string;
  payment_status: string;
  start_datetime: string;
  title: string;
  business_name: string;
  siret: string | null;
  buyer_email: string;
  price_paid: string;
  commission: string;
  /** To the client: refunds, and disputes that were lost. */
  refunded: string;
  commission_kept: string;
  professional_share: string;
}

/** Ids are in the order of creation: one page goes on where the other ended. */
export async function readExport(
  db: Executor,
  { since, after, limit }: { since: string; after: string | null; limit: number },
): Promise<ExportedBooking[]> {
  const euros = (amount: string) => sql.raw(`(${amount} / 100.0)::numeric(12, 2)::text`);
  const instant = (at: string) =>
    sql.raw(`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);
  const of = KINDS.map((kind) => {
    const offerings = sql.raw(kind === "session" ? "sessions" : "activities");
    const [bookings, slots, slot, offering] = ["bookings", "slots", "slot_id", "id"].map((part) =>
      sql.raw(part === "id" ? `${kind}_id` : `${kind}_${part}`),
    );
    return sql`(select b.id::text, ${kind}::text as kind, ${instant("b.created_at")} as created_at,
        b.status, b.payment_status, ${instant("slot.start_datetime")} as start_datetime,
        o.title, p.business_name, p.siret, b.buyer_email,
        ${euros("b.price_paid_cents")} as price_paid, ${euros("b.commission_cents")} as commission,
        ${euros("coalesce(paid.refunded_cents, 0)")} as refunded,
        ${euros("coalesce(paid.fee - moved.fee, b.commission_cents)")} as commission_kept,
        ${euros("coalesce(paid.amount_cents - moved.reversed - paid.fee + moved.fee, b.price_paid_cents - b.commission_cents)")}
          as professional_share
      from ${bookings} b
        join ${slots} slot on slot.id = b.${slot}
        join ${offerings} o on o.id = slot.${offering}
        join professional_profiles p on p.id = b.professional_id
        left join lateral (
          select p.id, p.refunded_cents + p.charged_back_cents as refunded_cents, p.amount_cents * (p.paid_at is not null)::int as amount_cents,
            p.application_fee_cents * (p.paid_at is not null)::int as fee
          from payments p where p.reference = b.id and p.kind = ${`${kind}_booking`}) paid on true
        left join lateral (
          select coalesce(sum(m.amount_cents) filter (where m.kind = 'reversal'), 0)::int as reversed,
            coalesce(sum(m.amount_cents) filter (where m.kind = 'fee_refund'), 0)::int as fee
          from payment_movements m where m.payment_id = paid.id) moved on true
      where b.created_at >= ${since}::timestamp at time zone 'Europe/Paris'
        and ${after ? sql`b.id > ${after}::uuid` : sql`true`}
      order by b.id limit ${limit})`;
  });
  const { rows } = await db.execute<ExportedBooking>(sql`
    select * from (${sql.join(of, sql` union all `)}) made order by id limit ${limit}`);
  return rows;
}

/** With the ids of what went. Whoever reads meanwhile sees all of it or none. */
export async function deleteBookings(
  tx: Transaction,
  due: { unpaidBefore: Date; madeBefore: Date; limit: number },
): Promise<string[]> {
  const ids: string[] = [];
  for (const { bookings } of Object.values(TABLES)) {
    const { rows } = await tx.execute<{ id: string }>(sql`
      delete from ${bookings} where id in (
        select b.id from ${bookings} b
        where (b.client_id is null and b.status = 'cancelled' and b.cancelled_at < ${due.unpaidBefore}
            and b.cancel_reason = any(${list(NEVER_PAID, "text")})
            and not exists (select from payments p where p.reference = b.id and p.status <> 'expired'))
          or (b.created_at < ${due.madeBefore} and b.status <> 'pending'
            and not exists (select from payments p where p.reference = b.id
              and p.status in ('creating', 'open', 'refunding', 'review')))
        limit ${due.limit})
      returning id`);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}
