import { randomInt } from "node:crypto";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Executor, list, type Transaction } from "#platform/postgres.server.ts";
import { bookings } from "../../tables.server.ts";
import { PRESENCES, type PresenceCount } from "./rules.ts";

/** A contested absence counts on neither side. */
export const countsOf = (b: SQL): SQL => {
  const one = (presence: string) =>
    sql`${sql.raw(`'${presence}'`)}, count(*) filter (where ${b}.presence = ${sql.raw(`'${presence}'`)}
      and ${b}.status = 'confirmed' and ${b}.contested_at is null)::int`;
  return sql`json_build_object(${sql.join(PRESENCES.map(one), sql`, `)})`;
};

/** One of so many is free even in a full slot. */
const DRAWN = 20;

/** Relies on the slot's row lock, taken with the seat, so that no other booking draws the same. */
export function drawCode(slotId: string): SQL<string> {
  const drawn = Array.from({ length: DRAWN }, () => String(randomInt(10_000)).padStart(4, "0"));
  return sql<string>`(select code from unnest(${list(drawn, "text")}) code
    where not exists (select from bookings other where other.slot_id = ${slotId}::uuid
      and other.presence_code = code and other.status <> 'cancelled') limit 1)`;
}

export async function findByCode(
  db: Executor,
  asked: { slotId: string; code: string; bookingId?: string | undefined },
): Promise<string | null> {
  const [row] = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.slotId, asked.slotId),
        eq(bookings.presenceCode, asked.code),
        eq(bookings.status, "confirmed"),
        asked.bookingId ? eq(bookings.id, asked.bookingId) : undefined,
      ),
    );
  return row?.id ?? null;
}

/** Another booking may have the old code by now. */
export async function renewCode(
  tx: Transaction,
  { id, slotId }: { id: string; slotId: string },
): Promise<void> {
  await tx
    .update(bookings)
    .set({ presenceCode: drawCode(slotId) })
    .where(eq(bookings.id, id));
}

export async function countOwnPresence(db: Executor, clientId: string): Promise<PresenceCount> {
  const { rows } = await db.execute<{ counts: PresenceCount }>(sql`
    select ${countsOf(sql`b`)} as counts from bookings b where b.client_id = ${clientId}`);
  return rows[0]?.counts ?? { present: 0, late: 0, absent: 0 };
}
