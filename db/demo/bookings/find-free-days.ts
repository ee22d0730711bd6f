import { sql } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";

/**
 * The first two of these days in a row on which a professional can be away: nothing is booked then,
 * and every offering keeps an hour to come. Null when there are none.
 *
 * @param days in Paris, « 2026-12-21 », in order.
 */
export async function findFreeDays(
  db: Executor,
  { professionalId, days, now }: { professionalId: string; days: readonly string[]; now: Date },
): Promise<{ from: string; to: string } | null> {
  for (const [place, from] of days.entries()) {
    const to = days[place + 1];
    if (to && (await isFree(db, { professionalId, from, to, now }))) return { from, to };
  }
  return null;
}

async function isFree(
  db: Executor,
  {
    professionalId,
    from,
    to,
    now,
  }: { professionalId: string; from: string; to: string; now: Date },
): Promise<boolean> {
  const { rows } = await db.execute<{ missed: number }>(sql`
    with own as (
      select s.id, s.offering_id, s.outside_seats,
        (s.start_datetime at time zone 'Europe/Paris')::date between ${from} and ${to} as closed
      from slots s join offerings o on o.id = s.offering_id
      where o.professional_id = ${professionalId} and s.start_datetime > ${now})
    select count(*)::int as missed from own
    where closed and (outside_seats > 0
      or exists (select from bookings b where b.slot_id = own.id and b.status <> 'cancelled')
      or not exists (select from own kept where kept.offering_id = own.offering_id and not kept.closed))`);
  return rows[0]?.missed === 0;
}
