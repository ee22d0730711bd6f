import { type SQL, sql } from "drizzle-orm";
import { expect } from "vitest";
import { DAY, HOUR } from "#core/durations.ts";
import { checkInvariants } from "#core/reconciliation/check-invariants.server.ts";
import type { Database } from "#platform/postgres.server.ts";

export async function rowsOf<Row extends Record<string, unknown>>(
  db: Database,
  query: SQL,
): Promise<Row[]> {
  const { rows } = await db.execute(query);
  return rows as Row[];
}

/** The five places without a bookable session between these instants. */
async function emptyPlaces(db: Database, from: Date, to: Date): Promise<string[]> {
  const rows = await rowsOf<{ place: string }>(
    db,
    sql`select place from unnest(array['Paris', 'Lyon', 'Marseille', 'Bordeaux', 'en ligne']) place
      where not exists (
        select from slots slot join offerings s on s.id = slot.offering_id
        where slot.bookable and slot.start_datetime between ${from} and ${to}
          and case when s.is_online then 'en ligne' else s.city end = place)`,
  );
  return rows.map(({ place }) => place);
}

/** The expectations at any start, given its time. */
export async function expectCurrent(db: Database, now: Date): Promise<void> {
  expect((await checkInvariants(db, now)).filter((fault) => fault.startsWith("I13"))).toEqual([]);
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  expect(await emptyPlaces(db, now, after(DAY))).toEqual([]);
  expect(await emptyPlaces(db, after(DAY), after(2 * DAY))).toEqual([]);
  const [found] = await rowsOf<{ soon: number; without: string[]; stale: number; last: string }>(
    db,
    sql`select
      (select count(distinct offering_id)::int from slots
          join offerings s on s.id = offering_id
        where s.kind = 'session' and bookable and start_datetime between ${now} and ${after(72 * HOUR)}) as soon,
      array(select title from offerings s where kind = 'session' and is_active and not exists (
        select from slots where offering_id = s.id and start_datetime > ${now})) as without,
      (select count(*)::int from listed_slots where starts_at <= ${now}) as stale,
      (select max(start_datetime)::text from slots) as last`,
  );
  expect(found?.soon).toBeGreaterThanOrEqual(60);
  // Inès's session that is over.
  expect(found?.without).toEqual(["Cent huit salutations, soirée exceptionnelle"]);
  expect(found?.stale).toBe(0);
  const lastStart = new Date(String(found?.last)).getTime();
  expect(lastStart).toBeGreaterThan(after(27 * DAY).getTime());
  expect(lastStart).toBeLessThanOrEqual(after(28 * DAY + HOUR).getTime());
}
