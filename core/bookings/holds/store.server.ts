import { and, asc, eq, gt, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { batchOf } from "#platform/batches.server.ts";
import {
  type Executor,
  type Reader,
  rowOf,
  rowsOf,
  type Transaction,
} from "#platform/postgres.server.ts";
import type { SlotKind } from "../../catalogue/schema.ts";
import { SECOND } from "../../durations.ts";
import { mailboxIn, mailboxOf } from "../../mailbox.ts";
import { CHECKOUT_LIFETIME } from "../../payments/rules.ts";
import {
  bookingLinks,
  bookings,
  offerings,
  payments,
  profiles,
  slots,
} from "../../tables.server.ts";
import {
  type Booking,
  type BookingRow,
  readInOrder,
  selectBookings,
  selectLive,
} from "../store.server.ts";
import { type HoldCounts, LAPSE, LAPSES_COUNTED_FOR, NO_HOLDS } from "./rules.ts";

/** An account, or a browser by its cookie with the e-mail typed there. */
export interface Buyer {
  email: string;
  userId: string | null;
  guestProofHash: string | null;
  /** A link mailed to this e-mail has just proved it, so that a free booking is confirmed. */
  isByLink?: boolean;
}

/** Makes holds of one buyer, mailbox or network take turns, so that none is counted too late. */
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

export async function queueMailbox(tx: Transaction, email: string): Promise<void> {
  await tx.execute(sql`select ${lock(ofMailbox(email))}`);
}

const lock = (name: string) => sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
const ofMailbox = (email: string) => `hold:${mailboxOf(email)}`;

type Of = Pick<Booking, "kind" | "slotId">;

/** Locks the buyer's own, and guests' holds under the same e-mail, oldest first. */
export async function lockLiveUnder(
  tx: Transaction,
  { kind, slotId }: Of,
  { userId, guestProofHash, email }: Buyer,
): Promise<{ own: Booking | null; guests: Booking[] }> {
  const live = await selectLive(
    tx,
    slotId,
    and(
      eq(offerings.kind, kind),
      or(
        userId === null ? undefined : eq(bookings.clientId, userId),
        and(isNotNull(bookings.guestProofHash), eq(bookings.buyerEmail, email)),
      ),
    ),
  ).for("update", { of: bookings });
  const isOwn = (booking: Booking) =>
    userId === null ? booking.guestProofHash === guestProofHash : booking.clientId === userId;
  return {
    own: live.find(isOwn) ?? null,
    guests: live.filter(
      (booking) => booking.status === "pending" && booking.clientId === null && !isOwn(booking),
    ),
  };
}

/** Returns false if it is none any more, whatever the caller has read. */
export async function writeReleased(
  tx: Transaction,
  { id }: Pick<Booking, "id">,
  changes: Partial<Booking>,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(bookings)
    .set({ ...changes, status: "cancelled", paymentStatus: "unpaid" })
    .where(and(eq(bookings.id, id), eq(bookings.status, "pending")));
  return rowCount === 1;
}

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
  return row ? new Date(row.createdAt.getTime() + CHECKOUT_LIFETIME) : null;
}

interface Asked {
  address: string | null;
  slotId: string;
  now: Date;
}

interface Claims {
  /** Null for a guest, or where the account is gone. */
  email: string | null;
  hasLive: boolean;
  /** This browser has followed a still working link mailed to this mailbox. */
  hasProof: boolean;
  isInLine: boolean;
  /** True while the slot has no hours of its professional's. */
  isFirst: boolean;
  shares: Shares;
}

/** Reads all in one statement, since others wait for the locks that the caller has queued for. */
export async function readClaims(db: Executor, buyer: Buyer, asked: Asked): Promise<Claims> {
  const { userId, email, guestProofHash } = buyer;
  const { slotId, now } = asked;
  const found = await db.execute(sql`
    select (select email from ${profiles} where id = ${userId}::uuid) as email,
      exists (select from ${bookings} where slot_id = ${slotId} and status <> 'cancelled'
        and (client_id = ${userId}::uuid or (guest_proof_hash is not null and buyer_email = ${email})))
        as "hasLive",
      exists (select from ${bookingLinks} where mailbox = ${mailboxOf(email)}
        and proof_hash = ${guestProofHash} and expires_at > ${now}) as "hasProof",
      exists (select from waiting_entries where slot_id = ${slotId} and user_id = ${userId}::uuid)
        as "isInLine",
      exists (select from ${slots} where id = ${slotId} and not is_occupied) as "isFirst",
      (select coalesce(json_object_agg(scope, to_json(counted)), '{}') from (
        ${countedShares(buyer, asked)}) counted) as shares`);
  const row = rowOf<Claims>(found);
  if (!row) throw new Error("a select without a table answered nothing");
  return { ...row, shares: { ...NOBODYS_HOLDS, ...row.shares } };
}

export async function countShares(db: Executor, buyer: Buyer, asked: Asked): Promise<Shares> {
  const rows = rowsOf<HoldCounts & { scope: Scope }>(await db.execute(countedShares(buyer, asked)));
  return { ...NOBODYS_HOLDS, ...Object.fromEntries(rows.map((row) => [row.scope, row])) };
}

function countedShares(
  { userId, guestProofHash, email }: Buyer,
  { address, slotId, now }: Asked,
): SQL {
  // Everything that is still held was requested within this time too.
  const since = new Date(now.getTime() - LAPSES_COUNTED_FOR);
  // Paid bookings count nowhere, and are left out of the indexes of guests' bookings.
  const isCounted = sql`(status <> 'confirmed' or price_paid_cents = 0)`;
  const scopes: [Scope, SQL | undefined][] = [
    [
      "buyer",
      userId === null
        ? and(eq(bookings.guestProofHash, guestProofHash ?? ""), isCounted)
        : eq(bookings.clientId, userId),
    ],
    ["address", address === null ? undefined : eq(bookings.holdAddress, address)],
    [
      "mailbox",
      userId === null
        ? and(
            isNotNull(bookings.guestProofHash),
            sql`${sql.raw(mailboxIn("buyer_email"))} = ${mailboxOf(email)}`,
            isCounted,
          )
        : undefined,
    ],
  ];
  const of = scopes
    .filter(([, isOf]) => isOf !== undefined)
    .map(
      ([scope, isOf]) => sql`
      select ${sql.raw(`'${scope}'`)} as scope, ${bookings.slotId} as slot_id, ${bookings.seats} as taken, ${bookings.clientId} is null as is_of_nobody,
        ${bookings.guestProofHash} is not null as is_of_guest, ${bookings.status} as status,
        ${bookings.pricePaidCents} as cents, ${bookings.cancelReason} as reason,
        ${bookings.createdAt} as created_at, ${bookings.cancelledAt} as cancelled_at
      from ${bookings} where ${isOf} and ${bookings.createdAt} > ${since}`,
    );
  return sql`
    select scope,
      coalesce(sum(taken) filter (where status = 'pending'), 0)::int as seats,
      count(*) filter (where status = 'pending' and cents > 0
        and (scope <> 'mailbox' or is_of_nobody))::int as checkouts,
      coalesce(sum(taken) filter (where status = 'pending' and slot_id = ${slotId}), 0)::int as "seatsOfSlot",
      (count(*) filter (where reason = 'expired') + floor(coalesce(sum(least(1,
        extract(epoch from cancelled_at - created_at) / ${LAPSE / SECOND}))
        filter (where reason = 'abandoned'), 0)))::int as lapses,
      count(*) filter (where reason = 'client' and slot_id = ${slotId})::int as cancellations,
      count(*) filter (where is_of_guest and cents = 0)::int as free
    from (${sql.join(of, sql` union all `)}) recent group by scope`;
}

type Scope = "buyer" | "address" | "mailbox";
type Shares = Record<Scope, HoldCounts>;
const NOBODYS_HOLDS: Readonly<Shares> = { buyer: NO_HOLDS, address: NO_HOLDS, mailbox: NO_HOLDS };

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
      gt(bookings.createdAt, new Date(now.getTime() - LAPSES_COUNTED_FOR)),
    ),
  );
}

export async function listFreeHolds(
  db: Executor,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  // The condition of a small partial index, so that PostgreSQL uses it.
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from ${bookings}
    where status = 'pending' and client_id is null and price_paid_cents = 0
      and created_at < ${before}
    order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}

export async function clearAddresses(db: Executor, before: Date): Promise<number> {
  const due = sql`hold_address is not null and status <> 'pending' and created_at < ${before}`;
  const { rowCount } = await db.execute(sql`
    update ${bookings} set hold_address = null where ${batchOf(bookings, due)}`);
  return rowCount ?? 0;
}

export interface Holder {
  userId: string | null;
  guestProofHash: string | null;
}

export async function listLiveOf(
  db: Reader,
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
  return readInOrder(db, rows);
}

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
