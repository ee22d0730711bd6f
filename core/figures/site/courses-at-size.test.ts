import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { makeSlot } from "#test/make/catalogue.ts";
import { NOW } from "#test/make/context.ts";
import { contradict, makeDatabase } from "#test/make/database.ts";
import { fillTables, vacuum } from "#test/make/fill.ts";
import { readThrough } from "#test/make/rows-read.ts";
import { countCourses } from "./store.server.ts";

test("three evenings are counted from their own slots among 100 000", async () => {
  const { db, close } = await makeDatabase();
  // Slots without their offerings.
  contradict(db, "I");
  const { id: slotId } = await makeSlot(db);
  const id = (kind: string, n: string) =>
    sql.raw(`('00000000-${kind}-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`);
  await fillTables(db, async (run) => {
    // Every evening 250 offerings.
    await run(sql`insert into slots (id, offering_id, start_datetime, end_datetime, capacity,
        available_spots, is_active, price_cents, version)
      select ${id("0004", "n")}, ${id("0003", "n / 10")}, start, start + interval '1 hour', 3, 3,
        true, 4000, 1
      from generate_series(1, 100000) n, lateral (
        select ${NOW}::timestamptz + interval '9 hours' - n % 400 * interval '1 day' as start) hour`);
    await run(sql`insert into daily_figures (offering_id, day, hour, professional_id, seats, filled,
        cents, late_seats, late_cents, empty_cents, holds, paid)
      select offering_id, (start_datetime at time zone 'Europe/Paris')::date,
        extract(hour from start_datetime at time zone 'Europe/Paris'), offering_id, 3, 1,
        0, 0, 0, 0, 0, 0
      from slots where id <> ${slotId}`);
  });
  await vacuum(db, ["slots", "daily_figures"]);
  const days = ["2026-11-20", "2026-11-13", "2025-11-21"];
  const gone = await readThrough(db, (tx) => countCourses(tx, days, NOW), 10_000);
  await close();
  expect(gone).toEqual([]);
}, 120_000);
