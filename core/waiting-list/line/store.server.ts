import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Executor, Reader, Transaction } from "#platform/postgres.server.ts";
import type { Cents } from "../../money.ts";
import { closedBy, isAwaited } from "../../occupancy/is-slot-open.server.ts";
import { priceNow } from "../../prices/read-price.server.ts";
import { canSell, isLive } from "../../tables/conditions.server.ts";
import { waitingEntries } from "../../tables.server.ts";
import type { FreeSlot, Offer, Waiting } from "../rules.ts";

export const SLOT = sql`slots slot
  join offerings offering on offering.id = slot.offering_id
  join professional_profiles p on p.id = offering.professional_id
  join profiles owner on owner.id = p.user_id`;

/** Whether free seats would be sold, had its professional the time. */
export const isOffered = sql`slot.is_active and offering.is_active and offering.deleted_at is null
  and ${canSell}`;

export const hasSeat = (userId: SQL) => sql`exists (select from bookings b
  where b.slot_id = slot.id and b.client_id = ${userId} and ${isLive})`;

/** Null without a running offer. */
export function offerOf(
  row: Record<"offeredAt" | "offeredUntil", Date | string | null> & { offeredCents: Cents | null },
  now: Date,
): Offer | null {
  if (row.offeredAt === null || row.offeredUntil === null || row.offeredCents === null) return null;
  const until = new Date(row.offeredUntil);
  if (until <= now) return null;
  return { at: new Date(row.offeredAt), until, priceCents: row.offeredCents };
}

/** The caller has freed the seats that were offered to them. */
export async function deleteEntries(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.delete(waitingEntries).where(inArray(waitingEntries.id, [...ids]));
}

/** Once they have seats another way. */
export async function deleteIdle(
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
  const { rows } = await tx.execute<
    Record<"id" | "userId" | "email", string> & {
      seats: number;
      hadTurnAt: string | null;
      missedAt: string | null;
      offeredAt: string | null;
      offeredUntil: string | null;
      offeredCents: Cents | null;
      isOut: boolean;
    }
  >(sql`
    select w.id, w.user_id as "userId", users.email, w.seats, w.had_turn_at as "hadTurnAt",
      w.missed_at as "missedAt", w.offered_at as "offeredAt", w.offered_until as "offeredUntil",
      w.offered_cents as "offeredCents", ${hasSeat(sql`w.user_id`)} or not exists (
        select from profiles who where who.id = w.user_id and who.account_status = 'active') as "isOut"
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
      isOut: row.isOut,
      hadTurnAt: hadTurnAt ? new Date(hadTurnAt) : null,
      missedAt: missedAt ? new Date(missedAt) : null,
      offered,
      offer: offered && offered.until > now ? offered : null,
    };
  });
}

/** Of a slot that the caller has locked. */
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

/** Whether it is running. */
export async function hasOffer(
  db: Executor,
  { userId, slotId, now }: { userId: string; slotId: string; now: Date },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from waiting_entries
    where slot_id = ${slotId} and user_id = ${userId} and offered_until > ${now}`);
  return rows.length > 0;
}

export async function listOffers(
  db: Reader,
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
 * To come, with an offer ended or seats free. Each row is judged by itself: joined, all slots and
 * all who wait would be read for the few that are due.
 */
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
