import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { batchOf } from "#platform/batches.server.ts";
import { type Executor, list, type Transaction } from "#platform/postgres.server.ts";
import { LONGEST_HOLD } from "../catalogue/rules.ts";
import type { SlotKind } from "../catalogue/schema.ts";
import type { Leaver } from "../mailbox.ts";
import { mailboxIn, mailboxOf } from "../mailbox.ts";
import type { Cents } from "../money.ts";
import {
  activityTypes,
  bookingLinks,
  bookings,
  offerings,
  payments,
  professionalProfiles,
  profiles,
  slots,
} from "../tables.server.ts";
import { COUNTED_FOR, LAPSE_AFTER, NEVER_PAID, NO_SHARE, type Share } from "./rules.ts";

type BookingColumns = typeof bookings.$inferSelect;
export type Booking = BookingColumns & { kind: SlotKind };

/** The buyer: an account, or a browser by its cookie with the e-mail that was typed there. */
export interface Buyer {
  email: string;
  /** Null for a guest. */
  userId: string | null;
  /** Null for an account. */
  guestProofHash: string | null;
}

/**
 * Makes holds of one buyer, one mailbox and one network take turns until the transaction ends, so
 * that counting them and adding one is one step.
 */
export async function queueHolds(
  tx: Transaction,
  { email, guestProofHash }: Buyer,
  address: string | null,
): Promise<void> {
  // Always in this order, so that two buyers behind one address do not deadlock.
  const names = [
    guestProofHash && `browser:${guestProofHash}`,
    ofMailbox(email),
    address && `from:${address}`,
  ].filter((name) => name !== null);
  await tx.execute(sql`select ${sql.join(names.map(lock), sql`, `)}`);
}

/** The same for settling somebody's holds. Before the booking's own row. */
export async function queueMailbox(tx: Transaction, email: string): Promise<void> {
  await tx.execute(sql`select ${lock(ofMailbox(email))}`);
}

const lock = (name: string) => sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
const ofMailbox = (email: string) => `hold:${mailboxOf(email)}`;

type Of = Pick<Booking, "kind" | "slotId">;

/** Bookings as they are stored, each with the kind of what it books. */
function selectBookings(db: Executor) {
  return db
    .select({ ...getTableColumns(bookings), kind: offerings.kind })
    .from(bookings)
    .innerJoin(slots, eq(slots.id, bookings.slotId))
    .innerJoin(offerings, eq(offerings.id, slots.offeringId));
}

function selectLive(db: Executor, slotId: string, whose: SQL | undefined): Promise<Booking[]> {
  return selectBookings(db)
    .where(and(eq(bookings.slotId, slotId), ne(bookings.status, "cancelled"), whose))
    .orderBy(asc(bookings.id));
}

/**
 * This account's or browser's hold or booking of a slot under this e-mail; and other guests' holds
 * under it, whoever typed it, first come first.
 */
export async function listLiveUnder(
  db: Executor,
  { kind, slotId }: Of,
  { userId, guestProofHash, email }: Buyer,
): Promise<{ own: Booking | null; guests: Booking[] }> {
  const live = await selectLive(
    db,
    slotId,
    and(
      eq(offerings.kind, kind),
      or(
        userId === null ? undefined : eq(bookings.clientId, userId),
        and(isNotNull(bookings.guestProofHash), eq(bookings.buyerEmail, email)),
      ),
    ),
  );
  const isOwn = (booking: Booking) =>
    userId === null ? booking.guestProofHash === guestProofHash : booking.clientId === userId;
  return {
    own: live.find(isOwn) ?? null,
    guests: live.filter(
      (booking) => booking.status === "pending" && booking.clientId === null && !isOwn(booking),
    ),
  };
}

/** The bookings of a slot by this e-mail's account, except one. */
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

/**
 * The end of a slot's first unpaid hold; null without one. A hold that a bank is deciding has no
 * known end.
 */
export async function firstHoldEnd(
  db: Executor,
  { slotId }: Pick<Booking, "slotId">,
): Promise<Date | null> {
  const [row] = await db
    .select({ createdAt: bookings.createdAt })
    .from(bookings)
    .leftJoin(payments, eq(payments.reference, bookings.id))
    .where(
      and(
        eq(bookings.slotId, slotId),
        eq(bookings.status, "pending"),
        isNull(payments.processingAt),
      ),
    )
    .orderBy(asc(bookings.createdAt))
    .limit(1);
  return row ? new Date(row.createdAt.getTime() + LONGEST_HOLD) : null;
}

/**
 * The recent holds of a buyer, their network and, for a guest, the typed mailbox, of sessions and
 * activities together.
 */
export async function countShares(
  db: Executor,
  { userId, guestProofHash, email }: Buyer,
  { address, slotId, now }: { address: string | null; slotId: string; now: Date },
): Promise<Record<Scope, Share>> {
  // Whatever is still held was requested within this time too.
  const since = new Date(now.getTime() - COUNTED_FOR);
  const scopes: [Scope, SQL | undefined][] = [
    [
      "buyer",
      userId === null
        ? eq(bookings.guestProofHash, guestProofHash ?? "")
        : eq(bookings.clientId, userId),
    ],
    ["address", address === null ? undefined : eq(bookings.holdAddress, address)],
    [
      "mailbox",
      userId === null
        ? and(
            isNotNull(bookings.guestProofHash),
            sql`${sql.raw(mailboxIn("buyer_email"))} = ${mailboxOf(email)}`,
          )
        : undefined,
    ],
  ];
  const of = scopes
    .filter(([, isOf]) => isOf !== undefined)
    .map(
      ([scope, isOf]) => sql`
      select ${sql.raw(`'${scope}'`)} as scope, ${bookings.slotId} as slot_id, ${bookings.clientId} is null as is_of_nobody,
        ${bookings.guestProofHash} is not null as is_of_guest, ${bookings.status} as status,
        ${bookings.pricePaidCents} as cents, ${bookings.cancelReason} as reason,
        ${bookings.createdAt} as created_at, ${bookings.cancelledAt} as cancelled_at
      from ${bookings} where ${isOf} and ${bookings.createdAt} > ${since}`,
    );
  // One statement, because others wait for the same locks during every round trip.
  const { rows } = await db.execute<Counted>(sql`
    select scope,
      count(*) filter (where status = 'pending')::int as seats,
      count(*) filter (where status = 'pending' and cents > 0
        and (scope <> 'mailbox' or is_of_nobody))::int as checkouts,
      count(*) filter (where status = 'pending' and slot_id = ${slotId})::int as "seatsOfSlot",
      count(*) filter (where reason = 'expired' or (reason = 'abandoned'
        and cancelled_at - created_at > ${`${LAPSE_AFTER} milliseconds`}::interval))::int as lapses,
      count(*) filter (where reason = 'client' and slot_id = ${slotId})::int as cancellations,
      count(*) filter (where is_of_guest and cents = 0)::int as free
    from (${sql.join(of, sql` union all `)}) recent group by scope`);
  const shareOf = (name: Scope) => rows.find(({ scope }) => scope === name) ?? NO_SHARE;
  return { buyer: shareOf("buyer"), address: shareOf("address"), mailbox: shareOf("mailbox") };
}

type Scope = "buyer" | "address" | "mailbox";
type Counted = Share & { scope: Scope } & Record<string, unknown>;

/** How often this e-mail's account has cancelled this slot recently. */
export async function countCancellations(
  db: Executor,
  { slotId }: Pick<Booking, "slotId">,
  { email, now }: { email: string; now: Date },
): Promise<number> {
  return db.$count(
    bookings,
    and(
      eq(bookings.slotId, slotId),
      eq(bookings.cancelReason, "client"),
      eq(bookings.buyerEmail, email),
      gt(bookings.createdAt, new Date(now.getTime() - COUNTED_FOR)),
    ),
  );
}

/** Guests' free holds from before `before`. */
export async function listFreeHolds(
  db: Executor,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  // In the words of a small index, that of all guests' holds.
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from ${bookings}
    where status = 'pending' and client_id is null and price_paid_cents = 0
      and created_at < ${before}
    order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Deletes the network of holds that have ended and were requested before `before`. */
export async function clearAddresses(db: Executor, before: Date): Promise<number> {
  const due = sql`hold_address is not null and status <> 'pending' and created_at < ${before}`;
  const { rowCount } = await db.execute(sql`
    update ${bookings} set hold_address = null where ${batchOf(bookings, due)}`);
  return rowCount ?? 0;
}

/**
 * The holder of a pending booking: the account that made it, or the browser that did as a guest.
 */
export interface Holder {
  userId: string | null;
  guestProofHash: string | null;
}

/**
 * This holder's part of one offering: open holds, first come first, and the account's bookings; or
 * their open holds of everything.
 */
export async function listLiveOf(
  db: Executor,
  { userId, guestProofHash }: Holder,
  asked: { kind: SlotKind; offeringId: string } | "everything",
): Promise<BookingRow[]> {
  const isOfBrowser =
    guestProofHash === null
      ? undefined
      : and(eq(bookings.guestProofHash, guestProofHash), eq(bookings.status, "pending"));
  const rows = await db
    .select({ id: bookings.id })
    .from(bookings)
    .innerJoin(slots, eq(slots.id, bookings.slotId))
    .innerJoin(offerings, eq(offerings.id, slots.offeringId))
    .where(
      and(
        asked === "everything"
          ? eq(bookings.status, "pending")
          : and(
              eq(offerings.id, asked.offeringId),
              eq(offerings.kind, asked.kind),
              ne(bookings.status, "cancelled"),
            ),
        or(userId === null ? undefined : eq(bookings.clientId, userId), isOfBrowser),
      ),
    )
    .orderBy(asc(bookings.id));
  return readInOrder(
    db,
    rows.map(({ id }) => id),
  );
}

/** A slot's start and owner; null when there is none. */
export async function findSlot(
  db: Executor,
  kind: SlotKind,
  slotId: string,
): Promise<{ start: Date; professionalId: string } | null> {
  const [row] = await db
    .select({ start: slots.startDatetime, professionalId: offerings.professionalId })
    .from(slots)
    .innerJoin(offerings, eq(offerings.id, slots.offeringId))
    .where(and(eq(offerings.kind, kind), sql`${slots.id}::text = ${slotId}`));
  return row ?? null;
}

/** Guests' holds of one offering under this e-mail, whoever typed it, first come first. */
export async function listGuestHolds(
  db: Executor,
  { kind, offeringId, email }: { kind: SlotKind; offeringId: string; email: string },
): Promise<Booking[]> {
  return selectBookings(db)
    .where(
      and(
        eq(offerings.id, offeringId),
        eq(offerings.kind, kind),
        eq(bookings.buyerEmail, email),
        eq(bookings.status, "pending"),
        isNull(bookings.clientId),
      ),
    )
    .orderBy(asc(bookings.id));
}

/** Any slot of an offering; null when there is none. */
export async function findAnySlot(
  db: Executor,
  { kind, offeringId }: { kind: SlotKind; offeringId: string },
): Promise<string | null> {
  const [row] = await db
    .select({ id: slots.id })
    .from(slots)
    .innerJoin(offerings, eq(offerings.id, slots.offeringId))
    .where(and(eq(offerings.id, offeringId), eq(offerings.kind, kind)))
    .limit(1);
  return row?.id ?? null;
}

export async function insertBooking(
  tx: Transaction,
  { kind, ...booking }: typeof bookings.$inferInsert & { kind: SlotKind; commissionRate: number },
): Promise<Booking> {
  const [row] = await tx.insert(bookings).values(booking).returning();
  if (!row) throw new Error("a booking was not inserted");
  return { ...row, kind };
}

export async function findBooking(db: Executor, id: string): Promise<Booking | null> {
  const [row] = await selectBookings(db).where(eq(bookings.id, id));
  return row ?? null;
}

/** The same, locked until the end of the transaction. It must exist. */
export async function lockBooking(tx: Transaction, id: string): Promise<Booking> {
  const [row] = await selectBookings(tx).where(eq(bookings.id, id)).for("update", { of: bookings });
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

/**
 * The same, with the addresses to notify: in one statement, because the slot's seats wait for its
 * end.
 */
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

/** The state of a booking's money; null in all columns where nothing was to be paid. */
const MONEY = {
  paymentState: payments.status,
  refundedCents: payments.refundedCents,
  chargedBackCents: payments.chargedBackCents,
  disputeStatus: payments.disputeStatus,
  processingAt: payments.processingAt,
};

function readBookings(db: Executor, ids: readonly string[]) {
  return db
    .select({
      id: bookings.id,
      kind: offerings.kind,
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
      isSlotActive: slots.isActive,
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
    .innerJoin(offerings, eq(offerings.id, slots.offeringId))
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, bookings.professionalId))
    .innerJoin(profiles, eq(profiles.id, professionalProfiles.userId))
    .leftJoin(clients, eq(clients.id, bookings.clientId))
    .leftJoin(payments, eq(payments.reference, bookings.id))
    .where(sql`${bookings.id} = any(${list(ids, "uuid")})`);
}
export type BookingRow = Awaited<ReturnType<typeof readBookings>>[number];

export async function findBookingRow(db: Executor, id: string): Promise<BookingRow | null> {
  const [row] = await readInOrder(db, [id]);
  return row ?? null;
}

async function readInOrder(db: Executor, ids: readonly string[]): Promise<BookingRow[]> {
  if (ids.length === 0) return [];
  const byId = new Map((await readBookings(db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The owner of the list: a client, or a professional whose clients booked. */
export type Party = { clientId: string } | { professionalId: string };

/** A client's unpaid attempts do not concern the professional. */
function ofParty(party: Party): SQL | undefined {
  if ("clientId" in party) return eq(bookings.clientId, party.clientId);
  const isBooked = or(ne(bookings.status, "cancelled"), isNotNull(bookings.confirmedAt));
  return and(eq(bookings.professionalId, party.professionalId), isBooked);
}

/** Bookings of one kind, newest first, from the one after `after` on. */
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
  return readInOrder(
    db,
    rows.map(({ id }) => id),
  );
}

/**
 * Bookings of these kinds that start from `now` on, the next first, or before, the latest first;
 * from the one after `after` on. A client's unpaid attempt disappears once the same slot was
 * requested again.
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
  // One's own bookings are few and are found first; otherwise every slot would be walked by its
  // start.
  const { rows } = await db.execute<{ id: string }>(sql`
    with own as materialized (
      select ${bookings.id}, ${bookings.cancelReason}, slot.start_datetime, row_number() over (
        partition by ${bookings.slotId} order by ${bookings.createdAt} desc, ${bookings.id} desc) as turn
      from ${bookings} join lateral (
        select ${slots.startDatetime}, ${offerings.kind} from ${slots}
          join ${offerings} on ${offerings.id} = ${slots.offeringId}
        where ${slots.id} = ${bookings.slotId}) slot on true
      where ${ofParty(party)} and slot.kind = any(${list(kinds, "text")}))
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

/** A professional's offerings of one kind, except deleted ones, newest first. */
export function listOwnOfferings(
  db: Executor,
  { kind, professionalId }: { kind: SlotKind; professionalId: string },
  limit: number,
) {
  return db
    .select({
      id: offerings.id,
      title: offerings.title,
      category: sql<string>`coalesce(${activityTypes.name}, ${offerings.category})`,
      priceCents: offerings.priceCents,
      discountedPriceCents: offerings.discountedPriceCents,
      duration: offerings.duration,
      capacity: offerings.capacity,
      isOnline: offerings.isOnline,
      city: offerings.city,
      imageUrl: offerings.imageUrl,
      isActive: offerings.isActive,
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
      isActive: slots.isActive,
    })
    .from(slots)
    .where(and(inArray(slots.offeringId, offeringIds), gte(slots.startDatetime, since)))
    .orderBy(asc(slots.startDatetime));
}

/** Bookings of these slots that were confirmed once or are still pending, first come first. */
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
      pricePaidCents: bookings.pricePaidCents,
      bookingNotes: bookings.bookingNotes,
      cancelReason: bookings.cancelReason,
      ...MONEY,
    })
    .from(bookings)
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

export async function findPerson(db: Executor, id: string) {
  const [row] = await db
    .select({ firstName: profiles.firstName, lastName: profiles.lastName, email: profiles.email })
    .from(profiles)
    .where(eq(profiles.id, id));
  return row ?? null;
}

/** One person's bookings, bought or sold: confirmed ones to come, and all being paid. */
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

export async function anonymiseBookings(
  tx: Transaction,
  { userId, email, placeholder }: Leaver,
): Promise<void> {
  await tx.delete(bookingLinks).where(eq(bookingLinks.email, email));
  await tx
    .update(bookings)
    .set({ buyerEmail: placeholder, bookingNotes: null, holdAddress: null, guestProofHash: null })
    .where(eq(bookings.clientId, userId));
  // A guest typed this address and never paid: the address leaves, the rest is the guest's own.
  await tx
    .update(bookings)
    .set({ buyerEmail: placeholder })
    .where(
      and(
        isNull(bookings.clientId),
        eq(bookings.buyerEmail, email),
        // Somebody who is paying at this moment is told, at the address that they gave.
        ne(bookings.status, "pending"),
      ),
    );
}

/** The slot of a link, with the words of a booking; null when it is gone. */
export async function findOffered(
  db: Executor,
  { kind, slotId }: { kind: SlotKind; slotId: string },
) {
  const [row] = await db
    .select({
      start: slots.startDatetime,
      end: slots.endDatetime,
      title: offerings.title,
      isOnline: offerings.isOnline,
      city: offerings.city,
      postalCode: offerings.postalCode,
      address: offerings.address,
      professionalName: professionalProfiles.businessName,
      priceCents: sql<Cents>`coalesce(${offerings.discountedPriceCents}, ${offerings.priceCents})`,
    })
    .from(slots)
    .innerJoin(offerings, eq(offerings.id, slots.offeringId))
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, offerings.professionalId))
    .where(and(eq(slots.id, slotId), eq(offerings.kind, kind), isNull(offerings.deletedAt)));
  return row ? { ...row, kind } : null;
}

export type BookingLink = typeof bookingLinks.$inferSelect;

export async function insertLink(
  tx: Transaction,
  link: typeof bookingLinks.$inferInsert,
): Promise<void> {
  await tx.insert(bookingLinks).values(link);
}

/**
 * How many links went to this mailbox: for one booking; or for none, for one slot or any. A link
 * whose mail was dropped does not count.
 */
export function countLinks(
  db: Executor,
  asked: { mailbox: string; bookingId: string | null; slotId: string | null; since: Date },
): Promise<number> {
  return db.$count(
    bookingLinks,
    and(
      eq(bookingLinks.mailbox, asked.mailbox),
      gt(bookingLinks.createdAt, asked.since),
      asked.bookingId === null
        ? isNull(bookingLinks.bookingId)
        : eq(bookingLinks.bookingId, asked.bookingId),
      asked.slotId === null ? undefined : eq(bookingLinks.slotId, asked.slotId),
      sql`not exists (select from mails m where m.kind = 'booking-link'
        and m.reference = ${bookingLinks.id}::text and m.status = 'dropped')`,
    ),
  );
}

/** Finds a link by its id, as long as it works. */
export async function findLink(db: Executor, id: string, now: Date): Promise<BookingLink | null> {
  const [row] = await db
    .select()
    .from(bookingLinks)
    .where(and(sql`${bookingLinks.id}::text = ${id}`, gt(bookingLinks.expiresAt, now)));
  return row ?? null;
}

/** Binds a link to the browser that follows it first. False for any other one. */
export async function takeLink(tx: Transaction, id: string, proofHash: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(bookingLinks)
    .set({ proofHash })
    .where(
      and(
        eq(bookingLinks.id, id),
        or(isNull(bookingLinks.proofHash), eq(bookingLinks.proofHash, proofHash)),
      ),
    );
  return rowCount === 1;
}

/**
 * Whether this browser has followed a link that was mailed to this mailbox, and which still works.
 */
export async function hasProvedMailbox(
  db: Executor,
  { mailbox, proofHash, now }: { mailbox: string; proofHash: string; now: Date },
): Promise<boolean> {
  const proved = and(
    eq(bookingLinks.mailbox, mailbox),
    eq(bookingLinks.proofHash, proofHash),
    gt(bookingLinks.expiresAt, now),
  );
  return (await db.$count(bookingLinks, proved)) > 0;
}

/** Deletes a batch of them. @returns how many. */
export async function deleteLinks(db: Executor, expiredBefore: Date): Promise<number> {
  const due = lt(bookingLinks.expiresAt, expiredBefore);
  const { rowCount } = await db.delete(bookingLinks).where(batchOf(bookingLinks, due));
  return rowCount ?? 0;
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
  /** To the client: refunds, and lost disputes. */
  refunded: string;
  commission_kept: string;
  professional_share: string;
}

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
      o.title, p.business_name, p.siret, b.buyer_email,
      ${euros("b.price_paid_cents")} as price_paid, ${euros("b.commission_cents")} as commission,
      ${euros("coalesce(paid.refunded_cents, 0)")} as refunded,
      ${euros("coalesce(paid.fee - moved.fee, b.commission_cents)")} as commission_kept,
      ${euros("coalesce(paid.amount_cents - moved.reversed - paid.fee + moved.fee, b.price_paid_cents - b.commission_cents)")}
        as professional_share
    from bookings b
      join slots slot on slot.id = b.slot_id
      join offerings o on o.id = slot.offering_id
      join professional_profiles p on p.id = b.professional_id
      left join lateral (
        select p.id, p.refunded_cents + p.charged_back_cents as refunded_cents, p.amount_cents * (p.paid_at is not null)::int as amount_cents,
          p.application_fee_cents * (p.paid_at is not null)::int as fee
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

/** Returns the deleted ids. Concurrent readers see all of it or none. */
export async function deleteBookings(
  tx: Transaction,
  due: { unpaidBefore: Date; madeBefore: Date; limit: number },
): Promise<string[]> {
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
  return rows.map(({ id }) => id);
}

export async function findSlotOwner(
  db: Executor,
  slotId: string,
): Promise<{ kind: SlotKind; offeringId: string; ownerId: string; start: Date } | null> {
  const [row] = await db
    .select({
      kind: offerings.kind,
      offeringId: offerings.id,
      ownerId: professionalProfiles.userId,
      start: slots.startDatetime,
    })
    .from(slots)
    .innerJoin(offerings, eq(offerings.id, slots.offeringId))
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, offerings.professionalId))
    .where(eq(slots.id, slotId));
  return row ?? null;
}

export async function listLiveBookings(db: Executor, slotId: string) {
  return db
    .select({ id: bookings.id, status: bookings.status })
    .from(bookings)
    .where(and(eq(bookings.slotId, slotId), ne(bookings.status, "cancelled")));
}
