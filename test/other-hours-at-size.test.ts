import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { findOtherHours } from "#core/bookings/cancellation/find-other-hours.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { NOW } from "./make/context.ts";
import { contradict, makeDatabase } from "./make/database.ts";
import { fillTables, vacuum } from "./make/fill.ts";
import { readThrough } from "./make/rows-read.ts";

/*
 * Other hours for a client whose own is cancelled, among 100 000 hours of 20 000 offerings, most of
 * one activity in one town (rule: cancellation).
 */

const OFFERINGS = 20_000;
const EACH = 5;
const OF_EACH_PROFESSIONAL = 5;

const id = (kind: string, n = "n") =>
  sql.raw(`('00000000-${kind}-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`);
const slotOf = (n: number, k = 0) =>
  `00000000-0004-7000-8000-${String(n * EACH + k).padStart(12, "0")}`;

/** A period in which no other hour of the same professional is left. */
const ALL = { from: NOW, to: new Date(NOW.getTime() + 30 * 24 * 3_600_000) };

let db: Database;
beforeAll(async () => {
  const made = await makeDatabase();
  db = made.db;
  // Listings are written without the words of their titles.
  contradict(db, "I");
  const all = sql`generate_series(1, ${OFFERINGS}::int) n`;
  const people = sql`generate_series(0, ${OFFERINGS / OF_EACH_PROFESSIONAL}::int) n`;
  const professional = id("0002", `n / ${OF_EACH_PROFESSIONAL}`);
  // Every tenth is online, every tenth an activity; of the others nine in ten are one activity in Lyon.
  const facts = sql`lateral (select n % 10 = 1 as is_online, n % 10 = 2 as is_activity,
    case when n % 10 = 3 then 'brest' else 'lyon' end as city,
    case when n % 10 = 2 then 'atelier' when n % 10 = 4 then 'bain sonore' else 'marche lente' end as type) fact`;
  await fillTables(db, async (run) => {
    await run(sql`insert into users (id, email, name, email_verified)
      select ${id("0001")}, 'pro-' || n || '@example.fr', 'x', true from ${people}`);
    await run(sql`insert into profiles (id, email, first_name, last_name)
      select ${id("0001")}, 'pro-' || n || '@example.fr', 'x', 'x' from ${people}`);
    await run(sql`insert into professional_profiles (id, user_id, business_name, business_description,
        stripe_connect_account_id, charges_enabled, transfers_active)
      select ${id("0002")}, ${id("0001")}, 'x', 'x', 'acct_' || n, true, true from ${people}`);
    await run(sql`insert into activity_types (id, name, category)
      values (${id("0006", "1")}, 'Marche lente', 'x'), (${id("0006", "2")}, 'Bain sonore', 'x')`);
    await run(sql`insert into offerings (id, kind, professional_id, activity_type_id, category, title,
        description, price_cents, duration, capacity, city, is_online)
      select ${id("0003")}, case when is_activity then 'activity' else 'session' end, ${professional},
        case when not is_activity then case type when 'bain sonore' then ${id("0006", "2")} else ${id("0006", "1")} end end,
        case when is_activity then 'Atelier' end, 'x', 'x', 4000, 60, 5, case when not is_online then city end, is_online
      from ${all}, ${facts}`);
    await run(sql`insert into slots (id, offering_id, start_datetime, end_datetime, capacity, available_spots, is_parallel)
      select ${id("0004", `n * ${EACH} + k`)}, ${id("0003")}, at, at + interval '1 hour', 5, 5, true
      from ${all}, generate_series(0, ${EACH - 1}::int) k,
        lateral (select ${NOW}::timestamptz + (k * 20 + 1 + n % 17) * interval '1 hour' as at) hour`);
    await run(sql`insert into listings (offering_id, no, professional_id, marks, card)
      select ${id("0003")}, n, ${professional}, array['#' || type, '~', case when is_online then '~online' else '@' || city end], '{}'
      from ${all}, ${facts}`);
    await run(sql`insert into listed_slots (slot_id, valid_from, valid_until, listing_no, professional_id,
        starts_at, closes_at, cents, seats, minutes, city, type, rating, flags, cut_day, signature)
      select s.id, '-infinity', 'infinity', n, ${professional}, s.start_datetime, s.start_datetime, 4000, 5, 60,
        number_of('@' || city), number_of('#' || type), 0,
        2 + case when is_online then 1 else 0 end + case when is_activity then 4 else 0 end, 0, signature_of('{}')
      from ${all}, ${facts}, slots s where s.offering_id = ${id("0003")}`);
  });
  await vacuum(db, [
    ...["users", "profiles", "professional_profiles", "offerings", "slots", "listings"],
    ...["listed_slots", "activity_types"],
  ]);
  return made.close;
}, 240_000);

describe("with 100 000 hours that can be booked, no table is gone through", () => {
  test.each([
    ["a session", 10_000],
    ["one in a town with few", 10_003],
    ["a rare one", 10_004],
    ["one online", 10_001],
    ["an activity", 10_002],
  ])("to find three others of %s", async (_, n) => {
    const tables = await readThrough(db, async (tx) => {
      const own = await findOtherHours(tx, slotOf(n), {}, NOW);
      expect(own.map(({ isOwn }) => isOwn)).toEqual([true, true, true]);
      const others = await findOtherHours(tx, slotOf(n), ALL, NOW);
      expect(others.map(({ isOwn }) => isOwn)).toEqual([false, false, false]);
    });
    expect(tables).toEqual([]);
  });
});
