import { and, eq, ne, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import { type Executor, rowOf, type Transaction } from "#platform/postgres.server.ts";
import type { SlotKind } from "../../catalogue/schema.ts";
import { allSeatsTaken } from "../../occupancy/count-seats.server.ts";
import { absenceAt } from "../../occupancy/why-not-bookable.server.ts";
import { writeCuts } from "../../prices/write-prices.server.ts";
import { isLive } from "../../tables/conditions.server.ts";
import { bookings, offerings, proposalAnswers, proposals, slots } from "../../tables.server.ts";
import { type AskedHourRow, askedHour, datedHour } from "./open-proposals.server.ts";
import type { ProposalState } from "./rules.ts";

interface FromRow {
  slotId: string;
  kind: SlotKind;
  offeringId: string;
  professionalId: string;
  ownerId: string;
  title: string;
  start: Date;
  end: Date;
  capacity: number;
  isParallel: boolean;
  outside: number;
  /** In minutes. */
  buffer: number;
  people: { first: string; last: string }[];
  open: AskedHourRow | null;
}

export async function findFrom(db: Executor, slotId: string) {
  const found = await db.execute(sql`
    select slot.id as "slotId", offering.kind, offering.id as "offeringId",
      offering.professional_id as "professionalId", p.user_id as "ownerId", offering.title,
      slot.start_datetime as start, slot.end_datetime as "end", slot.capacity,
      slot.is_parallel as "isParallel", slot.outside_seats as outside, p.buffer_minutes as buffer,
      coalesce((select json_agg(json_build_object('first', coalesce(client.first_name, ''),
          'last', coalesce(client.last_name, '')) order by client.first_name, b.id)
        from bookings b left join profiles client on client.id = b.client_id
        where b.slot_id = slot.id and b.status = 'confirmed'), '[]') as people,
      ${askedHour} as open
    from slots slot
      join offerings offering on offering.id = slot.offering_id
      join professional_profiles p on p.id = offering.professional_id
    where slot.id = ${slotId} and offering.deleted_at is null`);
  const row = rowOf<FromRow>(found);
  return row && { ...row, open: datedHour(row.open) };
}
export type From = NonNullable<Awaited<ReturnType<typeof findFrom>>>;

/** Comes before the professional's lock; a hold being paid then sees what became of the slot. */
export async function lockConfirmed(
  tx: Transaction,
  slotId: string,
): Promise<{ id: string; buyerEmail: string; seats: number }[]> {
  const { id, buyerEmail, seats, status } = bookings;
  const live = await tx
    .select({ id, buyerEmail, seats, status })
    .from(bookings)
    .where(and(eq(bookings.slotId, slotId), ne(status, "cancelled")))
    .orderBy(id)
    .for("update");
  return live.filter((booking) => booking.status === "confirmed");
}

export async function lockSlotAt(tx: Transaction, offeringId: string, start: Date) {
  const [row] = await tx
    .select()
    .from(slots)
    .where(and(eq(slots.offeringId, offeringId), eq(slots.startDatetime, start)))
    .for("update");
  return row ?? null;
}

/**
 * Gives it the proposal's instant, which identifies it; one closed at this time begins anew.
 * @returns null where an absence or a seat in a closed slot keeps it from being sold.
 */
export async function insertKeptSlot(
  tx: Transaction,
  made: { offeringId: string; start: Date; end: Date; capacity: number; isParallel: boolean },
  seats: number,
  now: Date,
): Promise<string | null> {
  const { offeringId, start, end, capacity, isParallel } = made;
  const kept = {
    ...{ capacity, isParallel, createdAt: now, pricedAt: now, bookableSince: now },
    ...{ absenceId: absenceAt(offeringId, start, end), endDatetime: end },
    ...{ availableSpots: 0, reservedSeats: seats },
  };
  const [slot] = await tx
    .insert(slots)
    .values({ ...kept, id: newId(), offeringId, startDatetime: start })
    .onConflictDoUpdate({
      target: [slots.offeringId, slots.startDatetime],
      set: {
        ...{ ...kept, isActive: true, version: sql`${slots.version} + 1` },
        ...{ priceCents: null, pricesFrozenAt: null, referenceCents: null },
      },
      setWhere: sql`not ${slots.isActive} and ${allSeatsTaken(sql`slots`)} = 0`,
    })
    .returning({ id: slots.id, absenceId: slots.absenceId });
  if (!slot || slot.absenceId) return null;
  const { priceCents, discountedPriceCents, fallSteps, fallFloorCents } = offerings;
  const [terms] = await tx
    .select({ priceCents, discountedPriceCents, fallSteps, fallFloorCents })
    .from(offerings)
    .where(eq(offerings.id, offeringId));
  if (terms) await writeCuts(tx, [{ id: slot.id, start }], terms);
  return slot.id;
}

export async function closeUnused(tx: Transaction, proposalId: string): Promise<void> {
  await tx.execute(sql`
    update slots slot set is_active = false from proposals q
    where q.id = ${proposalId} and slot.id = q.to_slot_id and slot.created_at = q.created_at
      and slot.reserved_seats + slot.outside_seats = 0
      and not exists (select from bookings b where b.slot_id = slot.id and ${isLive})`);
}

/** Frees some for the booking that moves, the rest for sale unless it never was. */
export async function returnKeptSeats(
  tx: Transaction,
  { proposalId, seats: kept }: Pick<AnswerRow, "proposalId" | "seats">,
  moved: number,
): Promise<void> {
  await tx.execute(sql`
    update slots slot set reserved_seats = reserved_seats - ${kept},
      available_spots = available_spots
        + case when slot.created_at = q.created_at then 0 else ${kept - moved} end
    from proposals q where q.id = ${proposalId} and slot.id = q.to_slot_id`);
}

export async function insertProposal(
  tx: Transaction,
  proposal: typeof proposals.$inferInsert,
  answers: (typeof proposalAnswers.$inferInsert)[],
): Promise<void> {
  await tx.insert(proposals).values(proposal);
  await tx.insert(proposalAnswers).values(answers);
}

export type GivenAnswer = Exclude<ProposalState, "open">;

interface AnswerRow {
  id: string;
  secretHash: string;
  seats: number;
  bookedSeats: number;
  answer: GivenAnswer | null;
  proposalId: string;
  withdraws: boolean;
  word: string | null;
  expiresAt: Date;
  professionalId: string;
  fromSlotId: string;
  toSlotId: string;
  fromStart: Date;
  fromEnd: Date;
  toStart: Date;
  toEnd: Date;
  bookingId: string;
  clientId: string | null;
  guestProofHash: string | null;
  /** The booking stands at the old hour, and the new one can still be taken. */
  isBooked: boolean;
  isOffered: boolean;
  refundableUntil: Date;
  kind: SlotKind;
  offeringId: string;
}

export async function findAnswer(db: Executor, by: { id: string } | { bookingId: string }) {
  const which = "id" in by ? sql`a.id = ${by.id}` : sql`a.booking_id = ${by.bookingId}`;
  const found = await db.execute(sql`
    select a.id, a.secret_hash as "secretHash", a.seats, b.seats as "bookedSeats", a.answer, q.id as "proposalId", q.withdraws, q.word,
      q.expires_at as "expiresAt", q.professional_id as "professionalId",
      q.from_slot_id as "fromSlotId", q.to_slot_id as "toSlotId",
      f.start_datetime as "fromStart", f.end_datetime as "fromEnd",
      t.start_datetime as "toStart", t.end_datetime as "toEnd", t.is_active as "isOffered",
      b.id as "bookingId", b.client_id as "clientId", b.guest_proof_hash as "guestProofHash",
      b.status = 'confirmed' and b.slot_id = q.from_slot_id as "isBooked",
      b.refundable_until as "refundableUntil", o.kind, o.id as "offeringId"
    from proposal_answers a
      join proposals q on q.id = a.proposal_id
      join slots f on f.id = q.from_slot_id
      join slots t on t.id = q.to_slot_id
      join offerings o on o.id = t.offering_id
      join bookings b on b.id = a.booking_id
    where ${which} order by (a.answer is null) desc, q.created_at desc, a.id limit 1`);
  const row = rowOf<AnswerRow>(found);
  if (!row) return null;
  const { fromStart, fromEnd, toStart, toEnd, ...answer } = row;
  return {
    ...answer,
    from: { start: fromStart, end: fromEnd },
    to: { start: toStart, end: toEnd },
  };
}
export type Answer = NonNullable<Awaited<ReturnType<typeof findAnswer>>>;

export async function writeAnswer(
  tx: Transaction,
  id: string,
  answer: GivenAnswer,
  answeredAt: Date,
): Promise<void> {
  await tx
    .update(proposalAnswers)
    .set({ answer, answeredAt })
    .where(and(eq(proposalAnswers.id, id), sql`${proposalAnswers.answer} is null`));
}

export async function isTaken(
  db: Executor,
  slotId: string,
  of: { but: string } | { clientId: string | null },
): Promise<boolean> {
  const whose = "but" in of ? sql`b.id <> ${of.but}` : sql`b.client_id = ${of.clientId}::uuid`;
  const { rows } = await db.execute(sql`
    select from bookings b where b.slot_id = ${slotId} and ${isLive} and ${whose} limit 1`);
  return rows.length > 0;
}

export async function listLapsed(db: Executor, now: Date, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select a.id from proposal_answers a
      join proposals q on q.id = a.proposal_id
      join bookings b on b.id = a.booking_id
      join slots t on t.id = q.to_slot_id
    where a.answer is null
      and (q.expires_at <= ${now} or b.status <> 'confirmed' or b.slot_id <> q.from_slot_id or not t.is_active)
    order by q.expires_at, a.id limit ${limit}`);
  return rows.map(({ id }) => id);
}

export async function listOpen(tx: Transaction, fromSlotId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select a.id from proposal_answers a join proposals q on q.id = a.proposal_id
    where q.from_slot_id = ${fromSlotId} and a.answer is null order by a.id`);
  return rows.map(({ id }) => id);
}

export async function countOpen(tx: Transaction, proposalId: string): Promise<number> {
  return tx.$count(
    proposalAnswers,
    and(eq(proposalAnswers.proposalId, proposalId), sql`${proposalAnswers.answer} is null`),
  );
}

export async function listUnrefunded(db: Executor, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select a.id from bookings b
      join proposals q on q.from_slot_id = b.slot_id and q.withdraws
      join proposal_answers a on a.proposal_id = q.id and a.booking_id = b.id
        and a.answer in ('refused', 'lapsed')
    where b.status = 'confirmed' and q.created_at > now() - interval '30 days'
    order by a.id limit ${limit}`);
  return rows.map(({ id }) => id);
}
