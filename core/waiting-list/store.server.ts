import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import type { Cents } from "../money.ts";
import { closedBy, isAwaited, isOnSale } from "../occupancy/is-slot-open.server.ts";
import { priceNow } from "../prices/price-now.server.ts";
import { waitingEntries } from "../tables.server.ts";
import type { FreeSlot, Offer, Waiting } from "./rules.ts";
import type { WaitingSlot, WaitingView } from "./schema.ts";

/** Makes everything else that counts or adds this person's entries wait for the transaction. */
export async function lockPerson(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select from users where id = ${userId} for no key update`);
}

/** A slot with its offering and professional. */
const SLOT = sql`slots slot
  join offerings offering on offering.id = slot.offering_id
  join professional_profiles p on p.id = offering.professional_id
  join profiles owner on owner.id = p.user_id`;

/** Whether seats of it would be sold if any were free and its professional had the time. */
const isOffered = sql`slot.is_active and offering.is_active and offering.deleted_at is null
  and p.can_receive_charges and owner.account_status = 'active'`;

const hasSeat = (userId: SQL) => sql`exists (select from bookings b
  where b.slot_id = slot.id and b.client_id = ${userId} and b.status <> 'cancelled')`;

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

/** A slot that somebody may wait for. */
export interface Joinable extends WaitingSlot {
  /** Whether the caller has seats of it, or sells it. */
  isSeated: boolean;
  isOwn: boolean;
  /** Its professional is away, or it is too late. */
  isClosed: boolean;
}

/** Null for a slot that is over or that nobody sells. */
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

/** Makes whoever takes or frees a seat of a slot wait for the transaction. */
export async function lockSlot(
  tx: Transaction,
  slotId: string,
  strength: "share" | "no key update",
): Promise<void> {
  await tx.execute(sql`select from slots where id = ${slotId} for ${sql.raw(strength)}`);
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

/** Somebody's places in lines of slots to come, the soonest first. */
export async function listOwn(
  db: Executor,
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
    order by slot.start_datetime, own.id`);
  return rows.map(({ offeredAt, offeredUntil, offeredCents, createdAt, ...row }) => ({
    ...dated(row),
    createdAt: new Date(createdAt),
    offer: offerOf({ offeredAt, offeredUntil, offeredCents }, now),
  }));
}

function offerOf(
  row: Record<"offeredAt" | "offeredUntil", Date | string | null> & { offeredCents: Cents | null },
  now: Date,
): Offer | null {
  if (row.offeredAt === null || row.offeredUntil === null || row.offeredCents === null) return null;
  const until = new Date(row.offeredUntil);
  if (until <= now) return null;
  return { at: new Date(row.offeredAt), until, priceCents: row.offeredCents };
}

/** Adds somebody to the end of a line; nothing happens to a place that they have. @returns its id. */
export async function insertEntry(
  tx: Transaction,
  { now, ...entry }: { userId: string; slotId: string; seats: number; now: Date },
): Promise<void> {
  await tx
    .insert(waitingEntries)
    .values({ id: newId(), ...entry, linedUpAt: now, createdAt: now })
    .onConflictDoNothing();
}

/** The slot of one's own entry; null for none of theirs. */
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

/** Somebody's entries, past ones too, in the order in which their professionals are locked. */
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

/** Removes entries. The caller has seen to the seats that were offered to them. */
export async function deleteEntries(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.delete(waitingEntries).where(inArray(waitingEntries.id, [...ids]));
}

/** Removes somebody's place in a line, without an offer, once they have seats another way. */
export async function deleteIdle(
  tx: Transaction,
  { userId, slotId }: { userId: string; slotId: string },
): Promise<void> {
  await tx.execute(sql`
    delete from waiting_entries
    where slot_id = ${slotId} and user_id = ${userId} and offered_at is null`);
}

/** Somebody in a line, with what is told to them. */
export interface LineEntry extends Waiting {
  userId: string;
  email: string;
  /** They have seats of the slot, held or booked. */
  isSeated: boolean;
  /** The offer that runs, or has ended and not been seen to. */
  offered: Offer | null;
}

/** Everybody in the line of a slot, first in line first; nobody else changes it until the end. */
export async function lockLine(tx: Transaction, slotId: string, now: Date): Promise<LineEntry[]> {
  const { rows } = await tx.execute<
    Record<"id" | "userId" | "email", string> & {
      seats: number;
      hadTurnAt: string | null;
      missedAt: string | null;
      offeredAt: string | null;
      offeredUntil: string | null;
      offeredCents: Cents | null;
      isSeated: boolean;
    }
  >(sql`
    select w.id, w.user_id as "userId", users.email, w.seats, w.had_turn_at as "hadTurnAt",
      w.missed_at as "missedAt", w.offered_at as "offeredAt", w.offered_until as "offeredUntil",
      w.offered_cents as "offeredCents", ${hasSeat(sql`w.user_id`)} as "isSeated"
    from waiting_entries w join users on users.id = w.user_id join slots slot on slot.id = w.slot_id
    where w.slot_id = ${slotId} order by w.lined_up_at, w.id for update of w`);
  return rows.map(({ hadTurnAt, missedAt, ...row }) => {
    const offered =
      row.offeredAt && row.offeredUntil && row.offeredCents !== null
        ? {
            at: new Date(row.offeredAt),
            until: new Date(row.offeredUntil),
            priceCents: row.offeredCents,
          }
        : null;
    return {
      ...{ id: row.id, userId: row.userId, email: row.email, seats: row.seats },
      isSeated: row.isSeated,
      hadTurnAt: hadTurnAt ? new Date(hadTurnAt) : null,
      missedAt: missedAt ? new Date(missedAt) : null,
      offered,
      offer: offered && offered.until > now ? offered : null,
    };
  });
}

/** The free seats of a slot that the caller has locked, and the price of one. */
export async function readFree(
  db: Executor,
  slotId: string,
  now: Date,
): Promise<(FreeSlot & { priceCents: Cents }) | null> {
  const { rows } = await db.execute<{
    start: string;
    closesAt: string;
    free: number;
    since: string | null;
    isOpen: boolean;
    priceCents: Cents;
  }>(sql`
    select slot.start_datetime as start,
      slot.start_datetime - p.notice_minutes * interval '1 minute' as "closesAt",
      slot.available_spots as free, slot.bookable_since as since,
      ${isOffered} and slot.start_datetime > ${now} and ${closedBy(now)} is null as "isOpen",
      ${priceNow(now)} as "priceCents"
    from ${SLOT} where slot.id = ${slotId}`);
  const [row] = rows;
  if (!row) return null;
  return {
    ...row,
    start: new Date(row.start),
    closesAt: new Date(row.closesAt),
    since: row.since ? new Date(row.since) : null,
  };
}

/** Writes an offer to somebody. */
export async function writeOffer(tx: Transaction, id: string, offer: Offer): Promise<void> {
  const { at: offeredAt, until: offeredUntil, priceCents: offeredCents } = offer;
  await tx
    .update(waitingEntries)
    .set({ offeredAt, offeredUntil, offeredCents })
    .where(eq(waitingEntries.id, id));
}

const NO_OFFER = { offeredAt: null, offeredUntil: null, offeredCents: null };

/**
 * Notes that these have had their turn with the seats that are free, and ends their offers. Whoever
 * did not answer one goes to the end of the line.
 */
export async function writeTurn(
  tx: Transaction,
  ids: readonly string[],
  now: Date,
  how: "had" | "missed",
): Promise<void> {
  const missed = how === "missed" && { missedAt: now, linedUpAt: now };
  await tx
    .update(waitingEntries)
    .set({ hadTurnAt: now, ...NO_OFFER, ...missed })
    .where(inArray(waitingEntries.id, [...ids]));
}

/** A slot's running offer to somebody, if any. */
export async function hasOffer(
  db: Executor,
  { userId, slotId, now }: { userId: string; slotId: string; now: Date },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from waiting_entries
    where slot_id = ${slotId} and user_id = ${userId} and offered_until > ${now}`);
  return rows.length > 0;
}

/** The running offers to somebody for slots of an offering. */
export async function listOffers(
  db: Executor,
  { userId, offeringId, now }: { userId: string; offeringId: string; now: Date },
): Promise<{ slotId: string; seats: number; until: Date; priceCents: Cents }[]> {
  const { rows } = await db.execute<{
    slotId: string;
    seats: number;
    until: string;
    priceCents: Cents;
  }>(sql`
    select w.slot_id as "slotId", w.seats, w.offered_until as until, w.offered_cents as "priceCents"
    from waiting_entries w join slots slot on slot.id = w.slot_id
    where w.user_id = ${userId} and slot.offering_id = ${offeringId} and w.offered_until > ${now}`);
  return rows.map((row) => ({ ...row, until: new Date(row.until) }));
}

/**
 * Slots to come in whose line something is to be done: an offer has ended or its slot is closed, or
 * somebody waits for seats that are free.
 */
export async function listDue(db: Executor, now: Date, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ slotId: string }>(sql`
    select slot.id as "slotId"
    from (select distinct slot_id from waiting_entries) line join ${SLOT} on slot.id = line.slot_id
    where slot.start_datetime > ${now} and (${isAwaited()} or exists (
      select from waiting_entries offered where offered.slot_id = slot.id
        and (offered.offered_until <= ${now}
          or offered.offered_at is not null and not (${isOffered} and ${closedBy(now)} is null))))
    order by slot.id limit ${limit}`);
  return rows.map(({ slotId }) => slotId);
}

/** Everything that a mail says about an entry; null when it, or its slot, is gone. */
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
