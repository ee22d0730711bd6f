import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { isToResale, listSlots } from "#core/bookings/move/store.server.ts";
import {
  holdOldest,
  readOffered,
  writeBegun,
  writeLetGo,
} from "#core/bookings/resale/store.server.ts";
import { countResaleSeats } from "#core/catalogue/slots/store.server.ts";
import {
  findSlot,
  hasOffer,
  listDue,
  listOffers,
  listOwn,
  listPlaces,
  lockLine,
  readFree,
} from "#core/waiting-list/store.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeSession } from "./make/catalogue.ts";
import { NOW } from "./make/context.ts";
import { contradict, makeDatabase } from "./make/database.ts";
import { fillTables, vacuum } from "./make/fill.ts";
import { makeProfessional } from "./make/people.ts";
import { readThrough } from "./make/rows-read.ts";

/*
 * Seats for sale again and lines of full slots, with 100 000 bookings and as many people who wait:
 * what is asked about one slot, one booking or one person finds its rows by an index (rules: resale,
 * waiting-list).
 */

const SLOTS = 20_000;
const EACH = 5;
/** Bookings for sale, and those of them whose hour has begun. */
const FOR_SALE = 400;
const BEGUN = 40;
/** Lines that are due: slots whose first in line has an offer that is over, and others with a free seat. */
const OFFERED = 60;
const FREED = 30;

const id = (kind: string, n = "n") =>
  sql.raw(`('00000000-${kind}-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`);
const slotId = "00000000-0004-7000-8000-000000000100";
const userId = "00000000-0001-7000-8000-000000000501";

const YESTERDAY = new Date(NOW.getTime() - 24 * 3_600_000);

let db: Database;
let offeringId: string;
beforeAll(async () => {
  const made = await makeDatabase();
  db = made.db;
  // Its hours are taken without a mark, and nothing was paid.
  contradict(db, "I");
  const professional = await makeProfessional(db);
  const model = await makeSession(db, { professional });
  offeringId = model.id;
  await fillTables(db, async (run) => {
    await run(sql`insert into users (id, email, name, email_verified)
      select ${id("0001")}, 'client-' || n || '@example.fr', 'x', true
      from generate_series(1, ${SLOTS * EACH}::int) n`);
    await run(sql`insert into profiles (id, email, first_name, last_name)
      select ${id("0001")}, 'client-' || n || '@example.fr', 'x', 'x'
      from generate_series(1, ${SLOTS * EACH}::int) n`);
    await run(sql`insert into offerings (id, kind, professional_id, activity_type_id, title, description,
        price_cents, duration, capacity, city)
      select ${id("0003")}, 'session', ${professional.id}, ${model.activityTypeId}, 'x', 'x', 4000, 60, 5, 'Lyon'
      from generate_series(1, ${SLOTS / 4}::int) n`);
    await run(sql`insert into slots (id, offering_id, start_datetime, end_datetime, capacity,
        available_spots, is_occupied, resale_seats, has_line)
      select ${id("0004")}, ${id("0003", "1 + n / 4")}, at, at + interval '1 hour', ${EACH}, 0, true,
        case when n <= ${FOR_SALE} then 1 else 0 end, true
      from generate_series(1, ${SLOTS - 4}::int) n, lateral (select ${NOW}::timestamptz
        + case when n <= ${BEGUN} then n * interval '-1 hour' else n * interval '1 hour' end as at) hour`);
    await run(sql`insert into bookings (id, slot_id, client_id, buyer_email, professional_id,
        price_paid_cents, commission_cents, commission_rate, sold, status, payment_status, confirmed_at, refundable_until,
        seats, resale_at)
      select ${id("0005", `n * ${EACH} + k`)}, ${id("0004")}, ${id("0001", `n * ${EACH} + k`)}, 'x@example.fr',
        ${professional.id}, 4000, 400, 1000, '{}', 'confirmed', 'paid', ${NOW}, ${NOW}, 1,
        case when n <= ${FOR_SALE} and k = 0 then ${NOW}::timestamptz end
      from generate_series(1, ${SLOTS - 4}::int) n, generate_series(0, ${EACH - 1}::int) k`);
    await run(sql`insert into waiting_entries (id, user_id, slot_id, seats, lined_up_at, created_at)
      select ${id("0006", `n * ${EACH} + k`)}, ${id("0001", `1 + (n * ${EACH} + k + 50000) % ${SLOTS * EACH}`)},
        ${id("0004")}, 1, ${NOW}, ${NOW}
      from generate_series(1, ${SLOTS - 4}::int) n, generate_series(0, ${EACH - 1}::int) k`);
    // Nobody waits for these: they can be booked, like most.
    await run(sql`insert into slots (id, offering_id, start_datetime, end_datetime, capacity, available_spots)
      select ${id("0007")}, ${id("0003", "1 + n / 4")}, at, at + interval '1 hour', ${EACH}, ${EACH}
      from generate_series(1, ${SLOTS - 4}::int) n,
        lateral (select ${NOW}::timestamptz + n * interval '1 hour' + interval '30 minutes' as at) hour`);
    await run(sql`update slots set available_spots = 1, bookable_since = ${NOW}
      where id = any(array(select ${id("0004", `${SLOTS - 4} - n`)} from generate_series(1, ${FREED}::int) n))`);
    await run(sql`update waiting_entries set offered_at = ${YESTERDAY}, offered_until = ${NOW}, offered_cents = 4000
      where id = any(array(select ${id("0006", `(${SLOTS - 4} - n) * ${EACH}`)}
        from generate_series(${FREED}::int + 1, ${FREED + OFFERED}::int) n))`);
  });
  await vacuum(db, ["users", "profiles", "offerings", "slots", "bookings", "waiting_entries"]);
  return made.close;
}, 240_000);

describe("with 100 000 bookings and people who wait, no table is gone through", () => {
  test("to show, hold, let go and count the seats that a slot has for sale", async () => {
    const tables = await readThrough(db, async (tx) => {
      expect(await readOffered(tx, slotId)).toBe(1);
      const holdId = "00000000-0005-7000-8000-000000000503";
      const held = await holdOldest(tx, { slotId, seats: 1, holdId, now: NOW });
      expect(held).not.toBeNull();
      expect(await readOffered(tx, slotId)).toBe(0);
      expect(await writeLetGo(tx, holdId)).toBe(true);
      await countResaleSeats(tx, { slotId, now: NOW });
    });
    expect(tables).toEqual([]);
  });

  test("to take off sale what has begun", async () => {
    const tables = await readThrough(db, async (tx) => {
      expect(await writeBegun(tx, { now: NOW, limit: 200 })).toHaveLength(BEGUN);
    });
    expect(tables).toEqual([]);
  });

  test("to find the hours that a booking can move to", async () => {
    const own = "00000000-0003-7000-8000-000000000026";
    const tables = await readThrough(db, async (tx) => {
      const from = { offeringId: own, slotId, seats: 1, clientId: userId };
      expect((await listSlots(tx, from, NOW)).length).toBeGreaterThan(0);
      const booking = { id: "00000000-0005-7000-8000-000000000501", slotId, seats: 1 };
      expect(await isToResale(tx, { ...booking, clientId: userId }, NOW)).toBe(true);
    });
    expect(tables).toEqual([]);
  });

  test("to settle one line, and to show somebody theirs", async () => {
    const tables = await readThrough(db, async (tx) => {
      expect(await lockLine(tx, slotId, NOW)).toHaveLength(EACH);
      expect(await readFree(tx, slotId, NOW)).toMatchObject({ free: 0 });
      expect(await hasOffer(tx, { userId, slotId, now: NOW })).toBe(false);
      expect(await listOffers(tx, { userId, offeringId, now: NOW })).toEqual([]);
      expect(await findSlot(tx, { slotId, userId, now: NOW })).toMatchObject({ waiting: EACH });
      expect(await listOwn(tx, { userId, now: NOW })).toHaveLength(1);
      expect(await listPlaces(tx, userId)).toHaveLength(1);
    });
    expect(tables).toEqual([]);
  });

  test("to find the lines that are due", async () => {
    const tables = await readThrough(db, async (tx) => {
      expect(await listDue(tx, NOW, 100)).toHaveLength(OFFERED + FREED);
      expect(await listDue(tx, NOW, 10)).toHaveLength(10);
    });
    expect(tables).toEqual([]);
  });
});
