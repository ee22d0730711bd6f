import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import { type Executor, rowOf, type Transaction } from "#platform/postgres.server.ts";
import type { Cents } from "../../money.ts";
import { freeSeats } from "../../occupancy/count-seats.server.ts";
import {
  absenceAt,
  isAwaited,
  isSlotOpen,
  type SeatRefusal,
  seatRefusal,
} from "../../occupancy/why-not-bookable.server.ts";
import { priceNow } from "../../prices/read-price.server.ts";
import type { PriceTerms } from "../../prices/rules.ts";
import { writeCuts } from "../../prices/write-prices.server.ts";
import { canSell } from "../../tables/conditions.server.ts";
import { offerings, outsideClients, slots } from "../../tables.server.ts";
import type { Seat, SlotKind } from "../schema.ts";

export interface SeatRequest {
  kind: SlotKind;
  slotId: string;
  seats: number;
  buyerUserId: string | null;
  now: Date;
  /** Kept for this buyer, whoever else waits for them (rule: waiting-list). */
  wereKept?: boolean;
}

const isForOthers = ({ wereKept = false }: SeatRequest) =>
  sql`(not ${wereKept}::boolean and ${isAwaited()})`;

/**
 * Without the professional's lock, only frozen prices are safe (rules: bookable, falling-price).
 */
export function writeTaken(
  tx: Executor,
  asked: SeatRequest,
  { isLocked }: { isLocked: boolean },
): Promise<Seat | null> {
  return take(tx, asked, {
    change: sql`available_spots = available_spots - ${asked.seats}`,
    isFree: sql`slot.available_spots >= ${asked.seats}
      and (${isLocked} or slot.prices_frozen_at is not null) and not ${isForOthers(asked)}`,
  });
}

/** Null if a seat is free, which goes first (rule: resale); its row is locked, the seats held. */
export function takeResaleSeats(tx: Executor, asked: SeatRequest): Promise<Seat | null> {
  return take(tx, asked, {
    change: sql`resale_seats = ${firstForResale(sql`slot.id`)}`,
    isFree: sql`slot.available_spots = 0 and ${priceNow(asked.now)} > 0`,
  });
}

async function take(
  tx: Executor,
  asked: SeatRequest,
  { change, isFree }: { change: SQL; isFree: SQL },
): Promise<Seat | null> {
  const taken = await tx.execute(sql`
    update ${slots} slot set ${change},
      prices_frozen_at = least(slot.prices_frozen_at, ${asked.now}),
      price_cents = coalesce(slot.price_cents, offering.discounted_price_cents, offering.price_cents)
    from ${offerings} offering
      join professional_profiles p on p.id = offering.professional_id
      join profiles owner on owner.id = p.user_id
    where slot.id = ${asked.slotId} and offering.id = slot.offering_id and offering.kind = ${asked.kind}
      and slot.is_occupied and ${isSlotOpen(asked.now)} and ${isFree}
      and offering.is_active and ${canSell}
      and p.user_id is distinct from ${asked.buyerUserId}
    returning slot.id as "slotId", slot.start_datetime as start, slot.end_datetime as "end",
      ${freeSeats} as "availableSpots", offering.id as "offeringId", offering.title,
      ${priceNow(asked.now)} as "priceCents", p.id as "professionalId",
      p.user_id as "professionalUserId", p.business_name as "businessName",
      p.stripe_connect_account_id as "stripeAccountId"`);
  return rowOf(taken);
}

export async function readRefusal(
  tx: Executor,
  asked: SeatRequest,
): Promise<{ refused: SeatRefusal | null; free: number }> {
  const { rows } = await tx.execute<{ refused: SeatRefusal | null; free: number }>(sql`
    select ${seatRefusal({ ...asked, isForOthers: isForOthers(asked) })} as refused,
      slot.available_spots as free
    from ${slots} slot
      join ${offerings} offering on offering.id = slot.offering_id
      join professional_profiles p on p.id = offering.professional_id
      join profiles owner on owner.id = p.user_id
    where slot.id = ${asked.slotId} and offering.kind = ${asked.kind}`);
  return rows[0] ?? { refused: "unknown", free: 0 };
}

export async function writeReturned(
  tx: Executor,
  { slotId, seats, now }: { slotId: string; seats: number; now: Date },
): Promise<{ free: number; isAwaited: boolean } | null> {
  const { rows } = await tx.execute<{ free: number; isAwaited: boolean }>(sql`
    update ${slots} slot set available_spots = available_spots + ${seats},
      bookable_since = case when available_spots = 0 then ${now} else bookable_since end
    where id = ${slotId}
    returning available_spots as free, ${isAwaited()} as "isAwaited"`);
  return rows[0] ?? null;
}

/** Its next statement sees all that was committed before. */
export async function lockSlotRow(tx: Transaction, slotId: string): Promise<void> {
  await tx.execute(sql`select from slots where id = ${slotId} for no key update`);
}

/** False if it has too few; the slot must have its professional's time. */
export async function keepFreeSeats(
  tx: Executor,
  { slotId, seats, fromLine }: { slotId: string; seats: number; fromLine: boolean },
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update ${slots} slot set available_spots = available_spots - ${seats},
      reserved_seats = reserved_seats + ${seats}
    where id = ${slotId} and is_active and available_spots >= ${seats}
      and (${fromLine} or not ${isAwaited()})`);
  return rowCount === 1;
}

/** `since`: bookable again from then; null when those who wait come first (rule: waiting-list). */
export async function freeKeptSeats(
  tx: Executor,
  { slotId, seats, since }: { slotId: string; seats: number; since: Date | null },
): Promise<void> {
  await tx.execute(sql`
    update ${slots} slot set available_spots = available_spots + ${seats},
      reserved_seats = reserved_seats - ${seats},
      bookable_since = case when available_spots = 0
        then coalesce(${since}::timestamptz, bookable_since) else bookable_since end
    where id = ${slotId}`);
}

const firstForResale = (slotId: SQL): SQL<number> => sql<number>`coalesce((
  select b.seats from bookings b
  where b.slot_id = ${slotId} and b.resale_at is not null and b.status = 'confirmed'
    and b.resale_to_id is null and b.presence is null
  order by b.resale_at, b.id limit 1), 0)`;

/** An earlier statement has locked its row, so that this one sees every booking. */
export async function countResaleSeats(
  tx: Transaction,
  { slotId, now }: { slotId: string; now: Date },
): Promise<void> {
  await tx.execute(sql`
    update ${slots} slot set resale_seats = found.seats, bookable_since = case
      when slot.available_spots = 0 and slot.resale_seats = 0 and found.seats > 0 then ${now}
      else slot.bookable_since end
    from (select ${firstForResale(sql`${slotId}::uuid`)} as seats) found
    where slot.id = ${slotId}`);
}

export const termsJson = (row: SQL) => sql<PriceTerms>`json_build_object(
  'priceCents', ${row}.price_cents, 'discountedPriceCents', ${row}.discounted_price_cents,
  'fallSteps', ${row}.fall_steps, 'fallFloorCents', ${row}.fall_floor_cents)`;

export interface Makes {
  offeringId: string;
  terms: PriceTerms;
  now: Date;
}

export interface NewSlot {
  start: Date;
  end: Date;
  capacity: number;
  availableSpots?: number;
  referenceCents?: Cents | null;
  isParallel?: boolean;
}

/** An existing slot at that time stays, even if closed. @returns how many were inserted. */
export async function insertSlots(
  tx: Transaction,
  { offeringId, terms, now }: Makes,
  made: readonly NewSlot[],
): Promise<number> {
  if (made.length === 0) return 0;
  const rows = made.map(({ start, end, availableSpots, ...slot }) => ({
    ...{ id: newId(), offeringId, ...slot, availableSpots: availableSpots ?? slot.capacity },
    ...{ startDatetime: start, endDatetime: end, pricedAt: now, bookableSince: now },
    absenceId: absenceAt(offeringId, start, end),
  }));
  const inserted = await tx
    .insert(slots)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: slots.id, start: slots.startDatetime });
  await writeCuts(tx, inserted, terms);
  return inserted.length;
}

/** Keeps its outside clients without seats, to be told of it. */
export async function closeSlot(tx: Transaction, slotId: string, now: Date): Promise<void> {
  await tx.update(slots).set({ isActive: false, outsideSeats: 0 }).where(eq(slots.id, slotId));
  await tx
    .update(outsideClients)
    .set({ seatsLostAt: now })
    .where(and(eq(outsideClients.slotId, slotId), isNull(outsideClients.seatsLostAt)));
}
