import { asc, eq, sql } from "drizzle-orm";
import { type Executor, rowOf, rowsOf, type Transaction } from "#platform/postgres.server.ts";
import type { SlotKind } from "../../catalogue/schema.ts";
import { isLive } from "../../tables/conditions.server.ts";
import { bookingChanges, bookings, type Sold } from "../../tables.server.ts";
import { drawCode } from "../presence/store.server.ts";
import { factsOf } from "../store.server.ts";

/** Lists future bookings that differ from their offering, or checks one, which may have ended. */
export async function listOutdated(
  db: Executor,
  of: { offeringId: string } | { bookingId: string },
  now: Date,
): Promise<string[]> {
  const which =
    "bookingId" in of
      ? sql`b.id = ${of.bookingId}`
      : sql`slot.offering_id = ${of.offeringId} and ${isLive}`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select b.id from slots slot join bookings b on b.slot_id = slot.id
    where ${which} and slot.start_datetime > ${now}
      and b.sold - 'title' - 'practitioner' is distinct from
        ${factsOf(sql`slot.id`)} - 'title' - 'practitioner'
    order by b.id`);
  return rows.map(({ id }) => id);
}

export async function readFacts(db: Executor, slotId: string): Promise<Sold> {
  const found = await db.execute(sql`select ${factsOf(sql`${slotId}::uuid`)} as facts`);
  const facts = rowOf<{ facts: Sold | null }>(found)?.facts;
  if (!facts) throw new Error(`slot ${slotId} is gone`);
  return facts;
}

/** Keeps the title and name that were sold. */
export async function moveToSlot(
  tx: Transaction,
  { bookingId, slotId, ...changes }: { bookingId: string; slotId: string; refundableUntil: Date },
): Promise<void> {
  await tx
    .update(bookings)
    .set({
      slotId,
      ...changes,
      calendarSequence: sql`${bookings.calendarSequence} + 1`,
      presenceCode: drawCode(slotId),
      changedAt: null,
      sold: sql`${factsOf(sql`${slotId}::uuid`)} || jsonb_build_object(
        'title', ${bookings.sold} -> 'title', 'practitioner', ${bookings.sold} -> 'practitioner')`,
    })
    .where(eq(bookings.id, bookingId));
}

export type BookingChange = typeof bookingChanges.$inferSelect;

export async function insertChange(tx: Transaction, change: BookingChange): Promise<void> {
  await tx.insert(bookingChanges).values(change);
}

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

const isBooked = sql`exists (
  select from bookings b where b.slot_id = s.id and b.status = 'confirmed')`;
const isLinkless = sql`o.is_online and o.online_link is null`;

export async function listLinkless(
  db: Executor,
  { now, until }: { now: Date; until: Date },
): Promise<{ slotId: string; start: Date; email: string }[]> {
  const found = await db.execute(sql`
    select first.id as "slotId", first.start_datetime as start, owner.email
    from offerings o
      cross join lateral (
        select s.id, s.start_datetime from slots s
        where s.offering_id = o.id and s.start_datetime > ${now} and s.start_datetime <= ${until}
          and ${isBooked}
        order by s.start_datetime limit 1) first
      join professional_profiles p on p.id = o.professional_id
      join profiles owner on owner.id = p.user_id
    where ${isLinkless}
    order by first.start_datetime, first.id`);
  return rowsOf(found);
}

interface Linkless {
  kind: SlotKind;
  offeringId: string;
  title: string;
  start: Date;
  end: Date;
  clients: number;
}

export async function findLinkless(
  db: Executor,
  slotId: string,
  now: Date,
): Promise<Linkless | null> {
  const found = await db.execute(sql`
    select o.kind, o.id as "offeringId", o.title, s.start_datetime as start, s.end_datetime as "end",
      (select count(*)::int from bookings b where b.slot_id = s.id and b.status = 'confirmed')
        as clients
    from slots s join offerings o on o.id = s.offering_id
    where s.id = ${slotId} and s.start_datetime > ${now} and ${isLinkless} and ${isBooked}`);
  return rowOf(found);
}
