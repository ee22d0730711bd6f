import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { claimDue, readHours } from "#core/calendars/store.server.ts";
import { generateSlots } from "#core/catalogue/schedule/generate-slots.server.ts";
import { listRecurring } from "#core/catalogue/schedule/store.server.ts";
import { countDays, nextProfessionals } from "#core/figures/store.server.ts";
import { anonymiseMails, deleteMails, dropMails } from "#core/notifications/store.server.ts";
import { deletePaymentsOf } from "#core/payments/store.server.ts";
import { purgeAgedRecords } from "#core/privacy/apply-retention.server.ts";
import { countSent, lockDue, queueForLimits } from "#core/sms/store.server.ts";
import type { Database, Transaction } from "#platform/postgres.server.ts";
import { makeSession } from "./make/catalogue.ts";
import { makeContext, NOW } from "./make/context.ts";
import { contradict, makeDatabase } from "./make/database.ts";
import { fillTables, vacuum } from "./make/fill.ts";
import { makeProfessional } from "./make/people.ts";
import { readThrough } from "./make/rows-read.ts";

/*
 * The jobs that work for every professional, with 10 000 of them: each statement finds its rows by an
 * index, so that its time grows with what is due and not with how many there are.
 */

const PROFESSIONALS = 10_000;
/** Slots of each in the last days, and events of each one's calendar. */
const SLOTS = 3;
const EVENTS = 3;
/** Taken hours of each that are over, and those of them that are due to go. */
const TAKEN = 2;
const DUE = 500;
const YESTERDAY = new Date(NOW.getTime() - 24 * 3_600_000);

let db: Database;
beforeAll(async () => {
  const made = await makeDatabase();
  db = made.db;
  // Its hours are taken without a mark, and its listings are not written.
  contradict(db, "I");
  await fill(db);
  return made.close;
});

/** Ids that grow with n. */
const id = (kind: string, n = "n") =>
  sql.raw(`('00000000-${kind}-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`);

async function fill(db: Database): Promise<void> {
  const model = await makeSession(db, { professional: await makeProfessional(db) });
  await fillTables(db, async (run) => {
    const all = sql`generate_series(1, ${PROFESSIONALS}::int) n`;
    await run(sql`insert into users (id, email, name, email_verified)
    select ${id("0001")}, 'pro-' || n || '@example.fr', 'x', true from ${all}`);
    await run(sql`insert into profiles (id, email, first_name, last_name, is_pro)
    select ${id("0001")}, 'pro-' || n || '@example.fr', 'x', 'x', true from ${all}`);
    await run(sql`insert into professional_profiles (id, user_id, business_name, business_description)
    select ${id("0002")}, ${id("0001")}, 'x', 'x' from ${all}`);
    await run(sql`insert into offerings (id, kind, professional_id, activity_type_id, title, description,
      price_cents, duration, capacity, city)
    select ${id("0003")}, 'session', ${id("0002")}, ${model.activityTypeId}, 'x', 'x', 4000, 60, 8, 'Lyon' from ${all}`);
    await run(sql`insert into slots (id, offering_id, start_datetime, end_datetime, capacity, available_spots)
    select ${id("0004", `n * ${SLOTS} + k`)}, ${id("0003")}, at, at + interval '1 hour', 8, 8
    from ${all}, generate_series(1, ${SLOTS}::int) k,
      lateral (select ${NOW}::timestamptz - k * interval '20 hours' as at) hour`);
    await run(sql`insert into sms (id, kind, reference, professional_id, to_number, status, send_at, sent_at, created_at)
    select ${id("0005", "n * 2 + k")}, 'reminder', ${id("0006", "n * 2 + k")}, ${id("0002")},
      '+336' || lpad(n::text, 8, '0'), case when n <= 50 and k = 1 then 'queued' else 'sent' end,
      ${YESTERDAY}, case when n <= 50 and k = 1 then null else ${YESTERDAY}::timestamptz end, ${YESTERDAY}
    from ${all}, generate_series(1, 2) k`);
    await run(sql`insert into calendars (id, professional_id, name, url, next_read_at)
    select ${id("0007")}, ${id("0002")}, 'x', 'https://agenda.example.fr/' || n,
      ${NOW}::timestamptz + (n - 60) * interval '1 second' from ${all}`);
    await run(sql`insert into busy_times (id, professional_id, source, calendar_id, event_key, during)
    select ${id("0008", `n * ${EVENTS} + k`)}, ${id("0002")}, 'calendar', ${id("0007")}, k::text,
      tstzrange(${NOW}::timestamptz + k * interval '1 day', ${NOW}::timestamptz + k * interval '1 day 1 hour')
    from ${all}, generate_series(1, ${EVENTS}::int) k`);
    // An hour to come of each, sold some weeks ago but for a few of this week; and hours that are over.
    await run(sql`insert into slots (id, offering_id, start_datetime, end_datetime, capacity,
      available_spots, is_occupied)
    select ${id("0004", `1000000 + n * 10 + k`)}, ${id("0003")}, at, at + interval '1 hour', 8, 7, true
    from ${all}, generate_series(0, ${TAKEN}::int) k, lateral (select case
      when k = 0 then ${NOW}::timestamptz + interval '3 days'
      when k = 1 and n <= ${DUE} then ${NOW}::timestamptz - interval '31 days'
      else ${NOW}::timestamptz - k * interval '9 days' end as at) hour`);
    await run(sql`insert into occupied (id, professional_id, slot_id, during)
    select s.id, o.professional_id, s.id, tstzrange(s.start_datetime, s.end_datetime)
    from slots s join offerings o on o.id = s.offering_id where s.is_occupied`);
    await run(sql`insert into bookings (id, slot_id, client_id, buyer_email, professional_id, price_paid_cents,
      commission_cents, commission_rate, sold, status, payment_status, confirmed_at, refundable_until, created_at)
    select s.id, s.id, ${id("0001", "1 + (hashtext(s.id::text) & 8191)")}, 'x@example.fr', o.professional_id, 4000, 400, 1000, '{}',
      'confirmed', 'paid', ${NOW}, s.start_datetime,
      case when s.start_datetime > ${NOW} and hashtext(s.id::text) % 100 = 0 then ${NOW}
        else least(s.start_datetime, ${NOW}) - interval '20 days' end as sold_at
    from slots s join offerings o on o.id = s.offering_id where s.is_occupied order by sold_at`);
    await run(sql`insert into payments (id, kind, reference, amount_cents, description, payer_email,
      success_url, expires_at, status)
    select id, 'session_booking', id, 4000, 'x', 'x@example.fr', '', ${NOW}, 'expired'
    from bookings`);
    // A mail for each of them, of which some are due.
    await run(sql`insert into mails (id, kind, reference, to_address, status, created_at)
    select id, 'x', id, 'client-' || n || '@example.fr', 'sent',
      ${NOW}::timestamptz - case when n <= ${DUE} then 40 else 1 end * interval '1 day'
    from (select id, row_number() over () as n from bookings) sent`);
    await run(sql`update offerings set is_recurring = true
    where id = any(array(select ${id("0003")} from ${all} where n % 10 = 0))`);
    await run(sql`insert into schedule_rules (id, offering_id, weekdays, starts, from_day)
    select ${id("0009")}, ${id("0003")}, '{1}', '09:00', '2026-11-20' from ${all} where n % 10 = 0`);
  });
  await vacuum(db, [
    ...["occupied", "schedule_rules", "professional_profiles", "offerings", "slots", "bookings"],
    ...["payments", "mails", "sms", "calendars", "busy_times"],
  ]);
}

/** The worker's context, within a transaction. */
const workerOf = (tx: Transaction) => makeContext(tx as unknown as Database);

const professionalId = "00000000-0002-7000-8000-000000005000";

describe(`with ${PROFESSIONALS} professionals no table is gone through`, () => {
  test("to find the next text message, and to count what its number and professional had", async () => {
    const tables = await readThrough(db, async (tx) => {
      await queueForLimits(tx);
      const due = await lockDue(tx, NOW);
      expect(due?.status).toBe("queued");
      const since = { day: YESTERDAY, month: YESTERDAY };
      const sent = await countSent(tx, { number: "+33600005000", professionalId }, since);
      expect(sent).toEqual({ toNumber: 2, forProfessional: 2 });
    });
    expect(tables).toEqual([]);
  });

  test("to count a day of 500 of them", async () => {
    const tables = await readThrough(db, async (tx) => {
      const ids = await nextProfessionals(tx, professionalId, 500);
      expect(ids).toHaveLength(500);
      await countDays(tx, ids, { from: "2026-11-17", before: "2026-11-20" });
    });
    expect(tables).toEqual([]);
  });

  test("to claim the calendars that are due, and to read the hours of one", async () => {
    const tables = await readThrough(db, async (tx) => {
      const claimed = await claimDue(tx, { now: NOW, nextReadAt: new Date(), limit: 50 });
      expect(claimed).toHaveLength(50);
      const calendarId = "00000000-0007-7000-8000-000000005000";
      expect(await readHours(tx, calendarId, NOW)).toHaveLength(EVENTS);
    });
    expect(tables).toEqual([]);
  });

  test("to make the slots of one offering, and to find the next ones", async () => {
    const tables = await readThrough(db, async (tx) => {
      const found = await listRecurring(tx, "00000000-0003-7000-8000-000000005000", 100);
      expect(found).toHaveLength(100);
      const [first] = found;
      expect(first && (await generateSlots(workerOf(tx), first))).toBeGreaterThan(0);
    });
    expect(tables).toEqual([]);
  });

  test("to delete the hours that were over a month ago", async () => {
    const tables = await readThrough(db, async (tx) => {
      const count = () =>
        tx.execute<{ rows: number }>(sql`
        select count(*)::int as rows from occupied where upper(during) < ${NOW}::timestamptz - interval '30 days'`);
      expect((await count()).rows).toEqual([{ rows: DUE }]);
      expect(await purgeAgedRecords(workerOf(tx))).toBe(true);
      expect((await count()).rows).toEqual([{ rows: 0 }]);
    });
    expect(tables).toEqual([]);
  });

  test("to delete the payments of some bookings", async () => {
    const tables = await readThrough(db, async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(sql`select id from bookings limit 20`);
      await deletePaymentsOf(
        tx,
        rows.map((row) => row.id),
      );
      expect((await tx.execute(sql`select from payments where id = ${rows[0]?.id}`)).rows).toEqual(
        [],
      );
    });
    expect(tables).toEqual([]);
  });

  test("to purge mails, and to take somebody's name from their mails", async () => {
    const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 3_600_000);
    const tables = await readThrough(
      db,
      async (tx) => {
        await anonymiseMails(tx, { email: "client-7@example.fr", placeholder: "gone" } as never);
        expect(await dropMails(tx, NOW)).toBe(0);
        expect(await deleteMails(tx, daysAgo(30))).toBe(DUE);
      },
      4 * DUE,
    );
    expect(tables).toEqual([]);
  });

  test("and what goes through one is seen", async () => {
    const tables = await readThrough(db, (tx) =>
      tx.execute(sql`select count(*) from busy_times where title = 'x'`),
    );
    expect(tables).toEqual(["busy_times"]);
  });
});
