import { eq, sql } from "drizzle-orm";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { recordBookable } from "../../prices/write-prices.server.ts";
import { bookings, offerings, slots } from "../../tables.server.ts";
import type { Versioned } from "../../versions.ts";
import type { OfferingRow } from "../owner/permit-owner.server.ts";
import { readSchedule, writeRules } from "../schedule/store.server.ts";
import type { ParsedOffering } from "./schema.ts";

export async function insertOffering(
  tx: Transaction,
  made: Pick<OfferingRow, "kind" | "id" | "professionalId" | "createdAt">,
  parsed: ParsedOffering,
): Promise<void> {
  await tx.insert(offerings).values({ ...made, ...offeringColumns(parsed) });
}

export async function updateOfferingRow(
  tx: Transaction,
  id: string,
  parsed: ParsedOffering,
  edition: Partial<Versioned> &
    Partial<Pick<OfferingRow, "addressPoint" | "addressAsks" | "formerPlace">>,
): Promise<void> {
  await tx
    .update(offerings)
    .set({
      ...{ ...offeringColumns(parsed), ...edition, updatedAt: sql`now()` },
      ...(parsed.isActive && { archivedAt: null }),
    })
    .where(eq(offerings.id, id));
}

export function offeringColumns({
  recurrence,
  date,
  startTime,
  slots,
  slotsSeen,
  parallel,
  leftOut,
  ...columns
}: ParsedOffering) {
  return {
    ...columns,
    tags: columns.tags.length > 0 ? columns.tags : null,
    isRecurring: recurrence !== null,
  };
}

export async function setActive(
  tx: Transaction,
  { id, isActive: was }: Pick<OfferingRow, "id" | "isActive">,
  isActive: boolean,
  now: Date,
): Promise<void> {
  const changes = { isActive, ...(isActive && { archivedAt: null }), updatedAt: sql`now()` };
  await tx.update(offerings).set(changes).where(eq(offerings.id, id));
  if (isActive && !was) await recordBookable(tx, sql`slot.offering_id = ${id}`, now);
}

export async function insertCopy(
  tx: Transaction,
  { version: _, ...row }: OfferingRow,
  { id, title, now }: { id: string; title: string; now: Date },
): Promise<void> {
  const paused = { isActive: false, archivedAt: null, createdAt: now, updatedAt: now };
  await tx.insert(offerings).values({ ...row, ...paused, id, title });
  const { rules } = await readSchedule(tx, row.id);
  await writeRules(tx, id, rules, now);
}

export async function countBookings(
  db: Executor,
  id: string,
  now: Date,
): Promise<{ upcoming: number; all: number }> {
  const { rows } = await db.execute<{ upcoming: number; all: number }>(sql`
    select count(*) filter (where ${bookings.status} <> 'cancelled' and ${slots.startDatetime} > ${now})::int as upcoming,
      count(*)::int as "all"
    from ${slots} join ${bookings} on ${bookings.slotId} = ${slots.id}
    where ${slots.offeringId} = ${id}`);
  return rows[0] ?? { upcoming: 0, all: 0 };
}

export async function hasOutsideToTell(db: Executor, id: string, now: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${slots} slot join outside_clients client on client.slot_id = slot.id
    where slot.offering_id = ${id} and slot.start_datetime > ${now} and client.told_at is null limit 1`);
  return rows.length > 0;
}
