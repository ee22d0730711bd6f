import { and, eq, inArray, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import {
  type Executor,
  type Reader,
  rowOf,
  rowsOf,
  type Transaction,
} from "#platform/postgres.server.ts";
import type { Cents } from "../money.ts";
import { closedBy, isAwaited, isOnSale } from "../occupancy/why-not-bookable.server.ts";
import { priceNow } from "../prices/read-price.server.ts";
import { canSell, hasSeat } from "../tables/conditions.server.ts";
import { slots, waitingEntries } from "../tables.server.ts";
import type { FreeSlot, Offer, Waiting } from "./rules.ts";
import type { WaitingSlot, WaitingView } from "./schema.ts";

const SLOT = sql`slots slot
  join offerings offering on offering.id = slot.offering_id
  join professional_profiles p on p.id = offering.professional_id
  join profiles owner on owner.id = p.user_id`;

/** Whether free seats would be sold, had its professional the time. */
const isOffered = sql`slot.is_active and offering.is_active and offering.deleted_at is null
  and ${canSell}`;

interface OfferColumns {
  offeredAt: Date | null;
  offeredUntil: Date | null;
  offeredCents: Cents | null;
}

function offerIn({ offeredAt: at, offeredUntil: until, offeredCents: priceCents }: OfferColumns) {
  return at && until && priceCents !== null ? { at, until, priceCents } : null;
}

const runningOf = (offer: Offer | null, now: Date) => (offer && offer.until > now ? offer : null);

export async function deleteEntries(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.delete(waitingEntries).where(inArray(waitingEntries.id, [...ids]));
}

/** Once they have seats other than those of an offer, which deletes its entry by itself. */
export async function stopWaiting(
  tx: Transaction,
  { userId, slotId }: { userId: string; slotId: string },
): Promise<void> {
  await tx.execute(sql`
    delete from waiting_entries
    where slot_id = ${slotId} and user_id = ${userId} and offered_at is null`);
}

export interface LineEntry extends Waiting {
  userId: string;
  email: string;
  /** Has seats, held or booked, or a closed account. */
  isOut: boolean;
  /** Running, or ended and not dealt with yet. */
  offered: Offer | null;
}

/** First in line first; nobody else changes it until the end. */
export async function lockLine(tx: Transaction, slotId: string, now: Date): Promise<LineEntry[]> {
  const found = await tx.execute(sql`
    select w.id, w.user_id as "userId", users.email, w.seats, w.had_turn_at as "hadTurnAt",
      w.missed_at as "missedAt", w.offered_at as "offeredAt", w.offered_until as "offeredUntil",
      w.offered_cents as "offeredCents", ${hasSeat(sql`w.user_id`)} or not exists (
        select from profiles who where who.id = w.user_id and who.account_status = 'active') as "isOut"
    from waiting_entries w join users on users.id = w.user_id join slots slot on slot.id = w.slot_id
    where w.slot_id = ${slotId} order by w.lined_up_at, w.id for update of w`);
  return rowsOf<LineEntry & OfferColumns>(found).map((entry) => {
    const offered = offerIn(entry);
    return { ...entry, offered, offer: runningOf(offered, now) };
  });
}

/** Of a slot that the caller has locked. */
export async function readFree(
  db: Executor,
  slotId: string,
  now: Date,
): Promise<(FreeSlot & { priceCents: Cents }) | null> {
  const found = await db.execute(sql`
    select slot.start_datetime as start,
      slot.start_datetime - p.notice_minutes * interval '1 minute' as "closesAt",
      slot.available_spots as free, slot.bookable_since as since,
      ${isOffered} and slot.start_datetime > ${now} and ${closedBy(now)} is null as "isOpen",
      ${priceNow(now)} as "priceCents"
    from ${SLOT} where slot.id = ${slotId}`);
  return rowOf(found);
}

export async function writeOffer(tx: Transaction, id: string, offer: Offer): Promise<void> {
  const { at: offeredAt, until: offeredUntil, priceCents: offeredCents } = offer;
  await tx
    .update(waitingEntries)
    .set({ offeredAt, offeredUntil, offeredCents })
    .where(eq(waitingEntries.id, id));
}

const NO_OFFER = { offeredAt: null, offeredUntil: null, offeredCents: null };

/** Ends their offers; whoever did not answer one goes to the end of the line. */
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

export async function hasOffer(
  db: Executor,
  { userId, slotId, now }: { userId: string; slotId: string; now: Date },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from waiting_entries
    where slot_id = ${slotId} and user_id = ${userId} and offered_until > ${now}`);
  return rows.length > 0;
}

export interface SlotOffer {
  seats: number;
  until: Date;
  /** Of a seat, when the offer was made. */
  priceCents: Cents;
}

export async function listOffers(
  db: Reader,
  { userId, offeringId, now }: { userId: string; offeringId: string; now: Date },
): Promise<(SlotOffer & { slotId: string })[]> {
  const found = await db.execute(sql`
    select w.slot_id as "slotId", w.seats, w.offered_until as until, w.offered_cents as "priceCents"
    from waiting_entries w join slots slot on slot.id = w.slot_id
    where w.user_id = ${userId} and slot.offering_id = ${offeringId} and w.offered_until > ${now}`);
  return rowsOf(found);
}

/** An offer ended or seats free; each row by itself, lest all slots and all who wait be read. */
export async function listDue(db: Executor, now: Date, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ slotId: string }>(sql`
    (select slot.id as "slotId" from slots slot
      where slot.has_line and slot.bookable and slot.start_datetime > ${now} and (select ${isAwaited()})
      order by slot.start_datetime limit ${limit})
    union
    (select w.slot_id from waiting_entries w
      where w.offered_until is not null and (
        select slot.start_datetime > ${now}
          and (w.offered_until <= ${now} or not (${isOffered} and ${closedBy(now)} is null))
        from ${SLOT} where slot.id = w.slot_id)
      order by w.offered_until limit ${limit})
    limit ${limit}`);
  return rows.map(({ slotId }) => slotId);
}

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

export interface Joinable extends WaitingSlot {
  /** Has seats of it, or sells it. */
  isSeated: boolean;
  isOwn: boolean;
  /** Its professional is away, or it is too late. */
  isClosed: boolean;
}

export async function findSlot(
  db: Executor,
  { slotId, userId, now }: { slotId: string; userId: string; now: Date },
): Promise<Joinable | null> {
  const found = await db.execute(sql`
    select ${shown(now)}, p.user_id = ${userId} as "isOwn", ${hasSeat(sql`${userId}`)} as "isSeated",
      ${closedBy(now)} is not null as "isClosed"
    from ${SLOT} where slot.id = ${slotId} and ${isOffered} and slot.start_datetime > ${now}`);
  return rowOf(found);
}

export async function listOwn(
  db: Reader,
  { userId, now }: { userId: string; now: Date },
): Promise<WaitingView[]> {
  const found = await db.execute(sql`
    select ${shown(now)}, own.id, own.seats, own.created_at as "createdAt",
      own.offered_at as "offeredAt", own.offered_until as "offeredUntil",
      own.offered_cents as "offeredCents",
      (select count(*)::int from waiting_entries before where before.slot_id = own.slot_id
        and (before.lined_up_at, before.id) <= (own.lined_up_at, own.id)) as rank
    from waiting_entries own join ${SLOT} on slot.id = own.slot_id
    where own.user_id = ${userId} and ${isOffered} and slot.start_datetime > ${now}
      and not ${hasSeat(sql`own.user_id`)}
    order by coalesce(own.offered_until > ${now}, false) desc, slot.start_datetime, own.id`);
  return rowsOf<WaitingView & OfferColumns>(found).map((row) => {
    const { offeredAt: _, offeredUntil: __, offeredCents: ___, ...view } = row;
    return { ...view, offer: runningOf(offerIn(row), now) };
  });
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

export async function readForMail(
  db: Executor,
  entryId: string,
  now: Date,
): Promise<(WaitingView & { nowCents: Cents }) | null> {
  const found = await db.execute(sql`
    select user_id as "userId", slot_id as "slotId" from waiting_entries where id = ${entryId}`);
  const entry = rowOf<{ userId: string; slotId: string }>(found);
  if (!entry) return null;
  const own = await listOwn(db, { userId: entry.userId, now });
  const view = own.find(({ id }) => id === entryId);
  const free = await readFree(db, entry.slotId, now);
  return view && free ? { ...view, nowCents: free.priceCents } : null;
}
