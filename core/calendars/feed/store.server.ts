import { eq, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import { type Executor, rowsOf } from "#platform/postgres.server.ts";
import { feeds } from "../../tables.server.ts";

export async function writeFeed(
  db: Executor,
  professionalId: string,
  { secretHash, now }: { secretHash: string; now: Date },
): Promise<void> {
  await db
    .insert(feeds)
    .values({ id: newId(), professionalId, secretHash, createdAt: now })
    .onConflictDoUpdate({
      target: feeds.professionalId,
      set: { secretHash, createdAt: now, readAt: null },
    });
}

export async function deleteFeed(db: Executor, professionalId: string): Promise<boolean> {
  const gone = await db
    .delete(feeds)
    .where(eq(feeds.professionalId, professionalId))
    .returning({ id: feeds.id });
  return gone.length > 0;
}

export async function findFeed(
  db: Executor,
  professionalId: string,
): Promise<{ createdAt: Date; readAt: Date | null } | null> {
  const [row] = await db
    .select({ createdAt: feeds.createdAt, readAt: feeds.readAt })
    .from(feeds)
    .where(eq(feeds.professionalId, professionalId));
  return row ?? null;
}

/** Not of a suspended or leaving account. Notes the time of reading at most once an hour. */
export async function openFeed(
  db: Executor,
  secretHash: string,
  { now, before }: { now: Date; before: Date },
): Promise<string | null> {
  const { rows } = await db.execute<{ id: string; professionalId: string; isStale: boolean }>(sql`
    select f.id, f.professional_id as "professionalId", coalesce(f.read_at < ${before}, true) as "isStale"
    from feeds f
      join professional_profiles p on p.id = f.professional_id
      join profiles owner on owner.id = p.user_id
    where f.secret_hash = ${secretHash} and owner.account_status = 'active'`);
  const row = rows[0];
  if (row?.isStale) await db.update(feeds).set({ readAt: now }).where(eq(feeds.id, row.id));
  return row?.professionalId ?? null;
}

/** What other calendars may know (rule: calendar-out). */
export interface FeedSlot {
  slotId: string;
  title: string;
  start: Date;
  end: Date;
  capacity: number;
  taken: number;
  outside: number;
  people: string[];
  /** Grows with every edit of the slot and with every change to its bookings. */
  sequence: number;
  changedAt: Date;
}

const MOST_SLOTS = 2_000;

export async function listFeedSlots(
  db: Executor,
  { professionalId, from, to }: { professionalId: string; from: Date; to: Date },
): Promise<FeedSlot[]> {
  const found = await db.execute(sql`
    select slot.id as "slotId", offering.title, slot.start_datetime as start,
      slot.end_datetime as "end", slot.capacity, slot.outside_seats as outside,
      (slot.outside_seats + booked.seats)::int as taken, booked.people,
      (slot.version + booked.changes)::int as sequence,
      greatest(slot.created_at, booked.changed_at) as "changedAt"
    from offerings offering
      join slots slot on slot.offering_id = offering.id
      cross join lateral (
        select coalesce(sum(b.seats) filter (where b.status = 'confirmed'), 0) as seats,
          coalesce(json_agg(concat_ws(' ', nullif(client.first_name, ''),
            nullif(left(client.last_name, 1), '') || '.',
            case when b.seats > 1 then '(' || b.seats || ' places)' end) order by client.first_name, b.id)
            filter (where b.status = 'confirmed'), '[]') as people,
          count(*) + count(b.cancelled_at) + coalesce(sum(b.calendar_sequence), 0) as changes,
          max(greatest(b.confirmed_at, b.cancelled_at, b.changed_at)) as changed_at
        from bookings b left join profiles client on client.id = b.client_id
        where b.slot_id = slot.id and b.confirmed_at is not null
      ) booked
    where offering.professional_id = ${professionalId}
      and slot.start_datetime >= ${from} and slot.start_datetime < ${to}
      and slot.outside_seats + booked.seats > 0
    order by slot.start_datetime, slot.id limit ${MOST_SLOTS}`);
  return rowsOf<FeedSlot>(found).map((row) => ({
    ...row,
    people: row.people.map((name) => name || "Client"),
  }));
}
