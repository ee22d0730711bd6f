import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { type Executor, list, type Transaction } from "#platform/postgres.server.ts";
import type { Cents } from "../../money.ts";
import { pendingRefunds } from "../../payments/find-payment.server.ts";
import { bookings } from "../../tables.server.ts";

const isFor = (id: string) => and(eq(bookings.id, id), eq(bookings.status, "confirmed"));
const begins = sql`(select s.start_datetime from slots s where s.id = ${bookings.slotId})`;

export async function writeOffer(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(bookings)
    .set({ resaleAt: now })
    .where(and(isFor(id), isNull(bookings.resaleAt)));
  return rowCount === 1;
}

export async function writeTakenBack(tx: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(bookings)
    .set({ resaleAt: null })
    .where(and(isFor(id), isNotNull(bookings.resaleAt), isNull(bookings.resaleToId)));
  return rowCount === 1;
}

export interface SeatsOf {
  id: string;
  commissionRate: number;
}

export async function listForSale(
  tx: Transaction,
  asked: { slotId: string; seats: number },
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from ${bookings}
    where slot_id = ${asked.slotId} and seats = ${asked.seats} and ${isOpen}`);
  return rows.map(({ id }) => id);
}

/** By a condition on its row alone, so that one buyer gets it; one of `among` where it is given. */
export async function holdOldest(
  tx: Transaction,
  asked: {
    slotId: string;
    seats: number;
    holdId: string;
    now: Date;
    among?: readonly string[] | undefined;
  },
): Promise<SeatsOf | null> {
  const isAmong = asked.among ? sql`id = any(${list(asked.among, "uuid")})` : sql`true`;
  for (;;) {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select id from ${bookings}
      where slot_id = ${asked.slotId} and seats = ${asked.seats} and ${isOpen} and ${isAmong}
      order by resale_at, id limit 1`);
    const [first] = rows;
    if (!first) return null;
    const held = await tx.execute<{ id: string; rate: number }>(sql`
      update ${bookings} set resale_to_id = ${asked.holdId}
      where id = ${first.id} and slot_id = ${asked.slotId} and seats = ${asked.seats}
        and ${isOpen} and ${begins} > ${asked.now}
      returning id, commission_rate as rate`);
    const [row] = held.rows;
    if (row) return { id: row.id, commissionRate: row.rate };
    // It was taken back, held or ended meanwhile; the next statement sees that.
    if (await hasBegun(tx, asked.slotId, asked.now)) return null;
  }
}

const isOpen = sql`(status = 'confirmed' and resale_at is not null and resale_to_id is null
  and presence is null)`;

async function hasBegun(tx: Transaction, slotId: string, now: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ hasBegun: boolean }>(sql`
    select start_datetime <= ${now} as "hasBegun" from slots where id = ${slotId}`);
  return rows[0]?.hasBegun ?? true;
}

/** False if that booking has ended meanwhile: the hold then has its seats. */
export async function writeLetGo(tx: Transaction, holdId: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(bookings)
    .set({ resaleToId: null })
    .where(and(eq(bookings.resaleToId, holdId), eq(bookings.status, "confirmed")));
  return rowCount === 1;
}

export async function writeSold(
  tx: Transaction,
  { id, holdId, now }: { id: string; holdId: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(bookings)
    .set({ status: "cancelled", cancelReason: "resold", cancelledAt: now, resaleToId: null })
    .where(and(isFor(id), eq(bookings.resaleToId, holdId), sql`${begins} > ${now}`));
  return rowCount === 1;
}

export async function writeEnded(tx: Transaction, id: string): Promise<void> {
  await tx.update(bookings).set({ resaleAt: null, resaleToId: null }).where(eq(bookings.id, id));
}

export async function readOffered(db: Executor, slotId: string): Promise<number> {
  const { rows } = await db.execute<{ seats: number }>(sql`
    select seats from ${bookings} where slot_id = ${slotId} and ${isOpen}
    order by resale_at, id limit 1`);
  return rows[0]?.seats ?? 0;
}

/** Looks each slot up by itself: joined, all slots would be read for the few that are for sale. */
export async function writeBegun(
  tx: Transaction,
  { now, limit }: { now: Date; limit: number },
): Promise<{ id: string; slotId: string; email: string }[]> {
  const { rows } = await tx.execute<{ id: string; slotId: string; email: string }>(sql`
    update ${bookings} set resale_at = null
    where id = any(array(
      select b.id from ${bookings} b
      where b.resale_at is not null and b.status = 'confirmed'
        and (select s.start_datetime from slots s where s.id = b.slot_id) <= ${now}
      order by b.id limit ${limit} for update of b skip locked))
    returning id, slot_id as "slotId", buyer_email as email`);
  return rows;
}

/** Sums what is owed to former clients once its professional cancels (rule: resale). */
export const leftOfSellers = (booking: SQL): SQL<Cents> => sql<Cents>`(
  with recursive line as (
    select sold.id, sold.resale_of_id from bookings sold
    where sold.id = ${booking}.resale_of_id and sold.cancel_reason = 'resold'
    union all
    select sold.id, sold.resale_of_id from line join bookings sold on sold.id = line.resale_of_id
    where sold.cancel_reason = 'resold')
  select coalesce(sum(greatest(0, p.amount_cents - p.refunded_cents - p.charged_back_cents
    - ${pendingRefunds(sql`p.id`)})), 0)::int
  from line join payments p on p.reference = line.id)`;
