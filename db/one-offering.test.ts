import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { emptyDatabase } from "#test/database.ts";
import { folderOfMigrations, readMigrationNotes } from "#test/make/migrations.ts";
import { migrateDatabase } from "./migrate.ts";

/*
 * Sessions and activities became one table of offerings while the release before still answered, by
 * views under the names that it knows (docs/decisions/029-one-table-of-offerings.md). The views go in
 * the release after this one, and this file and its record with them.
 */

/** How many migrations the release before knows. */
const BEFORE = 29;
/** The previous release's tables, and the new ones that replace them. */
const MOVED = {
  sessions: "offerings",
  activities: "offerings",
  session_slots: "slots",
  activity_slots: "slots",
  session_bookings: "bookings",
  activity_bookings: "bookings",
};

/**
 * The previous release's statements to PostgreSQL, recorded through its use cases and with the
 * simulator: it authored a session and an activity, changed, held, settled, cancelled and deleted
 * them, and listed, exported, purged and checked; one transaction after the other, in the order in
 * which they ended. A step names a part, or is [statement, values].
 */
const record: { statements: string[]; steps: Step[] } = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, "release-before.json"), "utf8"),
);
type Step = { part: string } | [statement: number, values: unknown[]];

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: "-c TimeZone=UTC" });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** A database as the release before leaves it. */
async function databaseBefore(): Promise<string> {
  const url = await emptyDatabase();
  await migrateDatabase(url, folderOfMigrations(BEFORE));
  // A migration made these by chance; two databases are compared here.
  await (await connect(url)).query("update activity_types set id = md5(name)::uuid");
  return url;
}

interface Answer {
  part: string;
  statement: string;
  rows: number;
  /** In one order, with « now » for what the database's clock wrote. */
  answer: string[];
}

/** For JSON: « now » instead of every instant between `since` and now, and lists in one order. */
function maskedSince(since: number) {
  const masked = (_: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item) => JSON.stringify(item, masked)).sort();
    if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d[T ]\d\d:/.test(value)) return value;
    const at = Date.parse(value);
    return at > since - 1_000 && at < Date.now() + 1_000 ? "now" : value;
  };
  return masked;
}

/** Says to a database, in its order, what the release before said. */
async function replay(url: string): Promise<Answer[]> {
  const masked = maskedSince(Date.now());
  const client = await connect(url);
  const answers: Answer[] = [];
  let part = "";
  for (const step of record.steps) {
    if ("part" in step) {
      part = step.part;
      continue;
    }
    const [number, values] = step;
    const statement = String(record.statements[number]);
    const { rows, rowCount } = await client.query(statement, values);
    const answer = rows.map((row) => JSON.stringify(row, masked)).sort();
    answers.push({ part, statement, rows: rowCount ?? 0, answer });
  }
  return answers;
}

/** Every row of every table that the release before knows, in the columns that it knows. */
async function rowsOf(url: string): Promise<Map<string, string[]>> {
  const client = await connect(url);
  const { tables } = readMigrationNotes("0028_snapshot.json");
  const found = new Map<string, string[]>();
  for (const { name, columns } of Object.values<{ name: string; columns: object }>(tables)) {
    const list = Object.keys(columns).map((column) => `t."${column}"`);
    const { rows } = await client.query(
      `select to_jsonb(seen)::text as row from (select ${list} from "${name}" t) seen order by 1`,
    );
    found.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return found;
}

/** Three hundred of each, with slots and bookings in every state, besides what was recorded. */
const MANY = `
  insert into sessions (id, professional_id, activity_type_id, title, description, price_cents,
      discounted_price_cents, duration, capacity, city, is_online, tags, recurring_days, is_active, deleted_at)
    select gen_random_uuid(), p.id, t.id, 'Séance ' || n, 'Souffle', 100 * n, nullif(50 * (n % 3), 0), 60,
      8, 'Lyon', n % 5 = 0, array['a', n::text], array['monday'], n % 7 > 0, case when n % 7 = 0 then now() end
    from generate_series(1, 300) n, (select id from professional_profiles limit 1) p,
      (select id from activity_types limit 1) t;
  insert into activities (id, professional_id, category, title, description, price_cents, duration,
      capacity, city, included, recurring_start_time, recurring_until, is_active, version, changed_in)
    select gen_random_uuid(), p.id, 'Atelier ' || n % 4, 'Atelier ' || n, 'Terre', 100 * n, 120, 12,
      case when n % 3 = 0 then 'Lyon' end, 'Le thé', '10:00', '2027-01-01', n % 7 > 0, n, '{"title": 2}'
    from generate_series(1, 300) n, (select id from professional_profiles limit 1) p;
  insert into session_slots (id, session_id, start_datetime, end_datetime, capacity, available_spots, is_active)
    select gen_random_uuid(), s.id, at, at + interval '1 hour', 8, n, n % 2 = 0
    from sessions s, generate_series(0, 2) n, lateral (select '2027-02-01'::timestamptz + n * interval '1 day' as at) d;
  insert into activity_slots (id, activity_id, start_datetime, end_datetime, capacity, available_spots, is_active)
    select gen_random_uuid(), a.id, at, at + interval '2 hours', 12, n, n % 2 = 0
    from activities a, generate_series(0, 2) n, lateral (select '2027-02-01'::timestamptz + n * interval '1 day' as at) d;`;
const BOOKINGS = (table: string, slots: string, column: string) => `
  insert into ${table} (id, client_id, buyer_email, professional_id, price_paid_cents, commission_cents,
      booking_notes, status, payment_status, cancel_reason, refundable_until, hold_address, guest_proof_hash,
      account_created, confirmed_at, cancelled_at, ${column})
    select gen_random_uuid(), case when n = 2 then c.id end, 'x@example.fr', p.id, 4000, 400, 'dos',
      (array['pending', 'cancelled', 'confirmed', 'cancelled'])[n + 1],
      (array['pending', 'unpaid', 'paid', 'refunded'])[n + 1],
      (array[null, 'expired', null, 'professional'])[n + 1], now(), '203.0.113.7', 'proof', n = 2,
      case when n = 2 then now() end, case when n in (1, 3) then now() end, s.id
    from ${slots} s, generate_series(0, 3) n, (select id from professional_profiles limit 1) p,
      (select id from profiles order by id desc limit 1) c;`;

test("no row is lost or changed, of sessions, activities and everything beside them", async () => {
  const url = await databaseBefore();
  await replay(url);
  const client = await connect(url);
  await client.query(MANY);
  await client.query(BOOKINGS("session_bookings", "session_slots", "session_slot_id"));
  await client.query(BOOKINGS("activity_bookings", "activity_slots", "activity_slot_id"));
  const before = await rowsOf(url);
  for (const name of Object.keys(MOVED)) expect(before.get(name)?.length).toBeGreaterThan(300);

  await migrateDatabase(url);

  expect(await rowsOf(url)).toEqual(before);
  const count = (names: string[]) =>
    names.reduce((sum, name) => sum + (before.get(name)?.length ?? 0), 0);
  for (const table of new Set(Object.values(MOVED))) {
    const { rows } = await client.query(`select count(*)::int as count from ${table}`);
    const names = Object.entries(MOVED).filter(([, became]) => became === table);
    expect(rows[0].count).toBe(count(names.map(([name]) => name)));
  }
  const { rows: kinds } = await client.query(
    "select kind, count(*)::int from offerings group by kind order by kind",
  );
  expect(kinds).toEqual([
    { kind: "activity", count: before.get("activities")?.length },
    { kind: "session", count: before.get("sessions")?.length },
  ]);
});

test("what a session and an activity would share an id of is not touched at all", async () => {
  const url = await databaseBefore();
  await replay(url);
  const client = await connect(url);
  await client.query(MANY);
  await client.query(`update activities set id = (select id from sessions order by id limit 1)
    where id = (select a.id from activities a
      where not exists (select from activity_slots where activity_id = a.id) limit 1)`);
  await client.query(`with twin as (select id from sessions limit 1)
    insert into activities (id, professional_id, category, title, description, price_cents, duration)
    select twin.id, p.id, 'x', 'x', 'x', 0, 60 from twin, (select id from professional_profiles limit 1) p`);
  const before = await rowsOf(url);
  await expect(migrateDatabase(url)).rejects.toMatchObject({
    cause: { constraint: "offerings_pkey" },
  });
  expect(await rowsOf(url)).toEqual(before);
});

describe("the release before, on the database of this one", () => {
  test("authors, holds, settles, cancels and purges as on its own, answer for answer", async () => {
    const masked = maskedSince(Date.now());
    const left = async (url: string) =>
      [...(await rowsOf(url))].map(([name, rows]) => [
        name,
        rows.map((row) => JSON.stringify(JSON.parse(row), masked)).sort(),
      ]);
    const alone = await databaseBefore();
    const own = await replay(alone);
    const url = await databaseBefore();
    await migrateDatabase(url);
    const migrated = await replay(url);

    expect(migrated).toEqual(own);
    expect(await left(url)).toEqual(await left(alone));
    // It was something that was done, in every way in which the release before writes.
    for (const name of Object.keys(MOVED)) {
      const writes = new RegExp(`^(insert into|update|delete from) "?${name}"? `);
      const done = own.filter(({ statement, rows }) => writes.test(statement) && rows > 0);
      expect(done.length, name).toBeGreaterThan(0);
    }
    const ways = /on conflict|for update|for no key update|for key share|ctid|returning/g;
    const used = own.flatMap(({ statement }) => statement.match(ways) ?? []);
    expect(new Set(used).size).toBe(6);
    const client = await connect(url);
    // It does not know that a booking keeps its rate.
    const { rows: rates } = await client.query("select distinct commission_rate from bookings");
    expect(rates).toEqual([{ commission_rate: 1_000 }]);
    const { rows: ends } = await client.query(`
      select p.kind, b.status, b.cancel_reason from bookings b join payments p on p.reference = b.id
      order by b.id`);
    expect(ends).toEqual([
      { kind: "session_booking", status: "cancelled", cancel_reason: "client" },
      { kind: "activity_booking", status: "cancelled", cancel_reason: "professional" },
      { kind: "session_booking", status: "cancelled", cancel_reason: "abandoned" },
      { kind: "activity_booking", status: "cancelled", cancel_reason: "abandoned" },
    ]);
  });

  test("cannot put a slot or a booking under the other kind", async () => {
    const url = await databaseBefore();
    const client = await connect(url);
    await replay(url);
    await client.query(MANY);
    await migrateDatabase(url);
    const refused = { code: "44000" };
    await expect(
      client.query(`insert into activity_slots (id, activity_id, start_datetime, end_datetime, capacity, available_spots)
        select gen_random_uuid(), id, now(), now() + interval '1 hour', 1, 1 from sessions limit 1`),
    ).rejects.toMatchObject(refused);
    await expect(
      client.query(BOOKINGS("activity_bookings", "session_slots", "activity_slot_id")),
    ).rejects.toMatchObject(refused);
    await expect(client.query("update sessions set kind = 'activity'")).rejects.toMatchObject({
      code: /44000|23514/,
    });
  });
});
