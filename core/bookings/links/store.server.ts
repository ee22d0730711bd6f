import { and, eq, gt, isNull, lt, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { deleteBatch } from "#platform/batches.server.ts";
import { type Executor, hasId, list, type Transaction } from "#platform/postgres.server.ts";
import type { SlotKind } from "../../catalogue/schema.ts";
import type { Leaver } from "../../mailbox.ts";
import { priceNow } from "../../prices/read-price.server.ts";
import {
  bookingLinks,
  bookings,
  offerings,
  professionalProfiles,
  profiles,
  slots,
} from "../../tables.server.ts";
import { NEVER_PAID } from "../rules.ts";

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

const slot = alias(slots, "slot");
const offering = alias(offerings, "offering");

export async function findOffered(
  db: Executor,
  { kind, slotId }: { kind: SlotKind; slotId: string },
  now: Date,
) {
  const [row] = await db
    .select({
      start: slot.startDatetime,
      end: slot.endDatetime,
      title: offering.title,
      isOnline: offering.isOnline,
      city: offering.city,
      postalCode: offering.postalCode,
      address: offering.address,
      professionalId: offering.professionalId,
      professionalName: professionalProfiles.businessName,
      priceCents: priceNow(now),
    })
    .from(slot)
    .innerJoin(offering, eq(offering.id, slot.offeringId))
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, offering.professionalId))
    .where(and(eq(slot.id, slotId), eq(offering.kind, kind), isNull(offering.deletedAt)));
  return row ? { ...row, kind } : null;
}

export type BookingLink = typeof bookingLinks.$inferSelect;

export async function insertLink(
  tx: Transaction,
  link: typeof bookingLinks.$inferInsert,
): Promise<void> {
  await tx.insert(bookingLinks).values(link);
}

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

export async function findLink(db: Executor, id: string, now: Date): Promise<BookingLink | null> {
  const [row] = await db
    .select()
    .from(bookingLinks)
    .where(and(hasId(bookingLinks.id, id), gt(bookingLinks.expiresAt, now)));
  return row ?? null;
}

/** Returns false for any other browser than the first. */
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

export async function deleteLinks(db: Executor, expiredBefore: Date): Promise<number> {
  const due = lt(bookingLinks.expiresAt, expiredBefore);
  return deleteBatch(db, bookingLinks, due);
}

export async function changeBuyerEmail(db: Executor, userId: string, from: string): Promise<void> {
  await db
    .update(bookings)
    .set({
      buyerEmail: sql`(select ${profiles.email} from ${profiles} where ${profiles.id} = ${userId})`,
    })
    .where(and(eq(bookings.clientId, userId), eq(bookings.buyerEmail, from)));
}

export async function anonymiseBookings(
  tx: Transaction,
  { userId, email, placeholder }: Leaver,
): Promise<void> {
  await tx.delete(bookingLinks).where(eq(bookingLinks.email, email));
  await tx
    .update(bookings)
    .set({
      buyerEmail: placeholder,
      bookingNotes: null,
      companions: null,
      holdAddress: null,
      guestProofHash: null,
    })
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
