import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import {
  type Executor,
  exactInstant,
  type Reader,
  rowsOf,
  type Transaction,
} from "#platform/postgres.server.ts";
import { bookingMessages, bookings } from "../../tables.server.ts";

export type BookingMessage = Omit<typeof bookingMessages.$inferSelect, "removedAt">;

/** Nobody reads what an operator took away (rule: reported-messages). */
const SHOWN = {
  id: bookingMessages.id,
  bookingId: bookingMessages.bookingId,
  by: bookingMessages.by,
  text: sql<string>`case when ${bookingMessages.removedAt} is null then ${bookingMessages.text} else '' end`,
  createdAt: bookingMessages.createdAt,
  readAt: bookingMessages.readAt,
};

export async function insertBookingMessage(
  tx: Transaction,
  message: typeof bookingMessages.$inferInsert,
): Promise<void> {
  await tx.insert(bookingMessages).values(message);
}

export function listOf(db: Executor, bookingId: string): Promise<BookingMessage[]> {
  return db
    .select(SHOWN)
    .from(bookingMessages)
    .where(eq(bookingMessages.bookingId, bookingId))
    .orderBy(asc(bookingMessages.createdAt), asc(bookingMessages.id));
}

export async function findBookingMessage(db: Executor, id: string): Promise<BookingMessage | null> {
  const [row] = await db.select(SHOWN).from(bookingMessages).where(eq(bookingMessages.id, id));
  return row ?? null;
}

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

export async function findCancellationMessage(
  db: Executor,
  bookingId: string,
  createdAt: Date,
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: bookingMessages.id })
    .from(bookingMessages)
    .where(
      and(
        eq(bookingMessages.bookingId, bookingId),
        eq(bookingMessages.by, "professional"),
        eq(bookingMessages.createdAt, createdAt),
      ),
    );
  return row?.id;
}

interface Sides {
  userId: string;
  professionalId: string | null;
}

const ownBookings = ({ userId, professionalId }: Sides) => sql`
  select b.id, 'client' as side from bookings b where b.client_id = ${userId}
  union all
  select b.id, 'professional' from bookings b
  where b.professional_id = ${professionalId} and b.confirmed_at is not null
    and b.client_id is distinct from ${userId}`;

/** In the words of its index. */
const isUnread = sql`letters.by <> own.side and letters.read_at is null
  and letters.removed_at is null and letters.text <> ''`;

interface Conversation extends Pick<BookingMessage, "bookingId" | "by" | "text"> {
  side: BookingMessage["by"];
  writtenAt: string;
  unread: number;
}

/**
 * @throws AppError `unauthenticated`, `invalid_input` for a limit or cursor that makes no sense.
 */
export async function listConversations(
  db: Executor,
  person: Sides,
  page: { limit: number; after: { bookingId: string; writtenAt: string } | null },
): Promise<Conversation[]> {
  const { after } = page;
  const found = await db.execute(sql`
    with own as (${ownBookings(person)})
    select own.id as "bookingId", own.side, last.by, last.text, last."writtenAt", unread.count as unread
    from own cross join lateral (
        select letters.by, letters.created_at,
          case when letters.removed_at is null then letters.text else '' end as text,
          ${exactInstant(sql`letters.created_at`)} as "writtenAt"
        from letters where letters.booking_id = own.id
        order by letters.created_at desc, letters.id desc limit 1) last
      cross join lateral (
        select count(*)::int as count from letters
        where letters.booking_id = own.id and ${isUnread}) unread
    where ${after ? sql`(last.created_at, own.id) < (${after.writtenAt}::timestamptz, ${after.bookingId}::uuid)` : sql`true`}
    order by last.created_at desc, own.id desc limit ${page.limit}`);
  return rowsOf(found);
}

export async function countUnread(db: Reader, person: Sides, most: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with own as (${ownBookings(person)})
    select count(*)::int as count from (
      select from own join letters on letters.booking_id = own.id and ${isUnread}
      limit ${most}) unread`);
  return rows[0]?.count ?? 0;
}

export async function readMessages(
  db: Executor,
  { bookingId, reader, readAt }: { bookingId: string; reader: BookingMessage["by"]; readAt: Date },
): Promise<void> {
  await db
    .update(bookingMessages)
    .set({ readAt })
    .where(
      and(
        eq(bookingMessages.bookingId, bookingId),
        ne(bookingMessages.by, reader),
        isNull(bookingMessages.readAt),
      ),
    );
}
