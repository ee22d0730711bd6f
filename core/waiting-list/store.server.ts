import { and, eq, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import type { Executor, Reader, Transaction } from "#platform/postgres.server.ts";
import type { Cents } from "../money.ts";
import { closedBy, isOnSale } from "../occupancy/is-slot-open.server.ts";
import { slots, waitingEntries } from "../tables.server.ts";
import { hasSeat, isOffered, offerOf, readFree, SLOT } from "./line/store.server.ts";
import type { WaitingSlot, WaitingView } from "./schema.ts";

/** Makes others that count or add this person's entries wait for the transaction. */
export async function lockPerson(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select from users where id = ${userId} for no key update`);
}

/** The columns of a {@link WaitingSlot}. */
const shown = (now: Date) => sql`slot.id as "slotId", offering.kind, offering.id as "offeringId",
  offering.title, coalesce((select name from activity_types where id = offering.activity_type_id),
    offering.category) as category,
  offering.image_url as "imageUrl", p.business_name as "professionalName",
  slot.start_datetime as start, slot.end_datetime as "end", offering.is_online as "isOnline",
  offering.city, slot.capacity,
  (select count(*)::int from waiting_entries all_of_it where all_of_it.slot_id = slot.id) as waiting,
  case when ${isOnSale(now)} then slot.available_spots else 0 end as "onSale"`;

type Shown = Omit<WaitingSlot, "start" | "end"> & { start: string; end: string };

const dated = <Row extends { start: string; end: string }>(row: Row) => ({
  ...row,
  start: new Date(row.start),
  end: new Date(row.end),
});

export interface Joinable extends WaitingSlot {
  /** Has seats of it, or sells it. */
  isSeated: boolean;
  isOwn: boolean;
  /** Its professional is away, or it is too late. */
  isClosed: boolean;
}

/** Null for one that is over or that nobody sells. */
export async function findSlot(
  db: Executor,
  { slotId, userId, now }: { slotId: string; userId: string; now: Date },
): Promise<Joinable | null> {
  const { rows } = await db.execute<
    Shown & Pick<Joinable, "isSeated" | "isOwn" | "isClosed"> & Record<string, unknown>
  >(sql`
    select ${shown(now)}, p.user_id = ${userId} as "isOwn", ${hasSeat(sql`${userId}`)} as "isSeated",
      ${closedBy(now)} is not null as "isClosed"
    from ${SLOT} where slot.id = ${slotId} and ${isOffered} and slot.start_datetime > ${now}`);
  return rows[0] ? dated(rows[0]) : null;
}

type ViewRow = Shown & {
  id: string;
  seats: number;
  rank: number;
  offeredAt: string | null;
  offeredUntil: string | null;
  offeredCents: Cents | null;
  createdAt: string;
};

export async function listOwn(
  db: Reader,
  { userId, now }: { userId: string; now: Date },
): Promise<WaitingView[]> {
  const { rows } = await db.execute<ViewRow & Record<string, unknown>>(sql`
    select ${shown(now)}, own.id, own.seats, own.created_at as "createdAt",
      own.offered_at as "offeredAt", own.offered_until as "offeredUntil",
      own.offered_cents as "offeredCents",
      (select count(*)::int from waiting_entries before where before.slot_id = own.slot_id
        and (before.lined_up_at, before.id) <= (own.lined_up_at, own.id)) as rank
    from waiting_entries own join ${SLOT} on slot.id = own.slot_id
    where own.user_id = ${userId} and ${isOffered} and slot.start_datetime > ${now}
      and not ${hasSeat(sql`own.user_id`)}
    order by coalesce(own.offered_until > ${now}, false) desc, slot.start_datetime, own.id`);
  return rows.map(({ offeredAt, offeredUntil, offeredCents, createdAt, ...row }) => ({
    ...dated(row),
    createdAt: new Date(createdAt),
    offer: offerOf({ offeredAt, offeredUntil, offeredCents }, now),
  }));
}

/** An earlier place stays as it is. @returns its id. */
export async function insertEntry(
  tx: Transaction,
  { now, ...entry }: { userId: string; slotId: string; seats: number; now: Date },
): Promise<void> {
  await tx
    .update(slots)
    .set({ hasLine: true })
    .where(and(eq(slots.id, entry.slotId), eq(slots.hasLine, false)));
  await tx
    .insert(waitingEntries)
    .values({ id: newId(), ...entry, linedUpAt: now, createdAt: now })
    .onConflictDoNothing();
}

/** Null for an entry of others. */
export async function findOwnSlot(
  db: Executor,
  of: { entryId: string; userId: string },
): Promise<string | null> {
  const [row] = await db
    .select({ slotId: waitingEntries.slotId })
    .from(waitingEntries)
    .where(and(eq(waitingEntries.id, of.entryId), eq(waitingEntries.userId, of.userId)));
  return row?.slotId ?? null;
}

/** Past ones too, in the order in which their professionals are locked. */
export async function listPlaces(
  db: Executor,
  userId: string,
): Promise<{ id: string; slotId: string }[]> {
  const { rows } = await db.execute<{ id: string; slotId: string }>(sql`
    select own.id, own.slot_id as "slotId"
    from waiting_entries own join slots slot on slot.id = own.slot_id
      join offerings offering on offering.id = slot.offering_id
    where own.user_id = ${userId} order by offering.professional_id, slot.id`);
  return rows;
}

/** Null when it, or its slot, is gone. */
export async function readForMail(
  db: Executor,
  entryId: string,
  now: Date,
): Promise<(WaitingView & { closesAt: Date; isOpen: boolean; nowCents: Cents }) | null> {
  const { rows } = await db.execute<{ userId: string; slotId: string }>(sql`
    select user_id as "userId", slot_id as "slotId" from waiting_entries where id = ${entryId}`);
  const [found] = rows;
  if (!found) return null;
  const own = await listOwn(db, { userId: found.userId, now });
  const view = own.find(({ id }) => id === entryId);
  const free = await readFree(db, found.slotId, now);
  if (!view || !free) return null;
  const { closesAt, isOpen, priceCents: nowCents } = free;
  return { ...view, closesAt, isOpen, nowCents };
}
