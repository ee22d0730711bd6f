import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#platform/postgres.server.ts";
import { makeSlot } from "#test/make/catalogue.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { contradict, makeDatabase } from "#test/make/database.ts";
import { fillTables, vacuum } from "#test/make/fill.ts";
import { countRowsRead } from "#test/make/rows-read.ts";
import { factsOf } from "../../bookings/find-own-booking.server.ts";
import { COMMAND_LINE } from "../../operators/rules.ts";
import { showAccountRecord } from "../accounts/show-account-record.server.ts";
import { showBookingRecord } from "../bookings/show-booking-record.server.ts";
import { showJournal } from "../journal/show-journal.server.ts";
import { searchRecords } from "./search-records.server.ts";

/*
 * The searches of operators among 100 000 of each: every statement finds its rows by an index.
 */

const MANY = 100_000;
/** Rows of a table that are few beside those that it has. */
const MAX_READ = 2_000;

let db: Database;
beforeAll(async () => {
  const made = await makeDatabase();
  db = made.db;
  // Bookings without their seats, and payments without their money.
  contradict(db, "I");
  await fill();
  return made.close;
}, 240_000);

const id = (kind: string) =>
  sql.raw(`('00000000-${kind}-7000-8000-' || lpad(n::text, 12, '0'))::uuid`);
const idOf = (kind: string, n: number) =>
  `00000000-${kind}-7000-8000-${String(n).padStart(12, "0")}`;

async function fill(): Promise<void> {
  const slot = await makeSlot(db);
  const all = sql`generate_series(1, ${MANY}::int) n`;
  await fillTables(db, async (run) => {
    await run(sql`insert into users (id, email, name) select ${id("0001")},
    'client-' || n || '@example.fr', 'x' from ${all}`);
    await run(sql`insert into profiles (id, email, first_name, last_name) select ${id("0001")},
    'client-' || n || '@example.fr', 'Prénom' || n % 5000, 'Nom' || n from ${all}`);
    await run(sql`insert into professional_profiles (id, user_id, business_name,
      business_description, stripe_connect_account_id)
    select ${id("0002")}, ${id("0001")}, 'Cabinet Lune' || n, 'x', 'acct_' || n from ${all}`);
    await run(sql`insert into professional_subscriptions (id, user_id, plan_type, status,
      stripe_customer_id, stripe_subscription_id)
    select ${id("0003")}, ${id("0001")}, 'premium', 'canceled', 'cus_' || n, 'sub_' || n from ${all}`);
    await run(sql`insert into bookings (id, client_id, buyer_email, professional_id, slot_id, status,
      cancel_reason, cancelled_at, price_paid_cents, commission_cents, commission_rate, refundable_until, sold)
    select ${id("0004")}, ${id("0001")}, 'client-' || n || '@example.fr', ${id("0002")},
      ${slot.id}, 'cancelled', 'client', ${NOW}, 4000, 400, 1000, ${NOW}, ${factsOf(sql`${slot.id}::uuid`)} from ${all}`);
    await run(sql`insert into payments (id, kind, reference, amount_cents, description, payer_email,
      success_url, expires_at, status, checkout_session_id, payment_intent_id, charge_id)
    select ${id("0005")}, 'session_booking', ${id("0004")}, 4000, 'x', 'x', '/', ${NOW}, 'paid',
      'cs_' || n, 'pi_' || n, 'ch_' || n from ${all}`);
    await run(sql`insert into refunds (id, payment_id, amount_cents, reason, status, stripe_refund_id)
    select ${id("0006")}, ${id("0005")}, 100, 'client', 'succeeded', 're_' || n from ${all}`);
    await run(sql`insert into mails (id, kind, reference, to_address, status, data)
    select ${id("0007")}, case n % 10 when 0 then 'booking-confirmed' else 'booking-reminder' end, n,
      'client-' || n || '@example.fr', 'sent', jsonb_build_object('bookingId', ${id("0004")})
    from ${all}`);
    await run(sql`insert into operators (id, email, name, roles, password_hash, totp_secret)
    select ${id("0008")}, 'equipe-' || n || '@example.fr', 'Équipe ' || n, '{finance}', 'x', 'x'
    from generate_series(1, 20) n`);
    await run(sql`insert into acts (number, at, operator_id, act, object_kind, object_id, fields, hash)
    select n, ${NOW}, ('00000000-0008-7000-8000-' || lpad((n % 20 + 1)::text, 12, '0'))::uuid,
      case when n % 20000 = 0 then 'drill_noted' when n % 2 = 0 then 'account_suspended' else 'operator_logged_in' end,
      'account', ${id("0001")}, '{}', 'x' from ${all}`);
    await run(sql`insert into act_details (number, person_id, salt, content)
    select n, ${id("0001")}, 'x', '{}' from ${all}`);
    await run(sql`insert into stripe_events (id, type, object_id, account, livemode, created_at)
    select 'evt_' || n, 'charge.refunded', 'ch_' || n, 'acct_' || n, false, ${NOW} from ${all}`);
  });
  await vacuum(db, [
    ...["users", "profiles", "professional_profiles", "professional_subscriptions", "bookings"],
    ...["payments", "refunds", "mails", "stripe_events", "acts", "act_details"],
  ]);
}

/** The tables that this work has gone through, row by row or by an index that fits badly. */
async function goneThrough(work: (within: Database) => Promise<unknown>): Promise<string[]> {
  const counted = await countRowsRead(db, (tx) => work(tx as unknown as Database));
  return [...counted].flatMap(([name, { read, fetched }]) =>
    read + fetched > MAX_READ ? [name] : [],
  );
}

const operatorIn = (within: Database) => makeContext(within, { operator: COMMAND_LINE });

test.each([
  ["an e-mail", "client-5000@example.fr", "accounts bookings mails payments"],
  ["the beginning of one", "client-5000", "accounts"],
  ["a name", "Nom5000", "accounts"],
  ["two words of a name", "prénom12 nom5012", "accounts"],
  ["a business", "lune5000", "professionals"],
  ["a professional's account", "acct_5000", "professionals"],
  ["a plan", "sub_5000", "accounts"],
  ["a payer", "cus_5000", "accounts"],
  ["a checkout", "cs_5000", "bookings payments"],
  ["an intent", "pi_5000", "bookings payments"],
  ["a charge", "ch_5000", "bookings payments"],
  ["a refund", "re_5000", "bookings payments"],
  ["a booking's id", idOf("0004", 5_000), "bookings payments"],
  ["a payment's id", idOf("0005", 5_000), "payments"],
  ["a mail's id", idOf("0007", 5_000), "mails"],
  ["a case's number", "L-A21-F44-44A", ""],
  ["words of a mail's kind", "confirmée", "mails"],
])(`among ${MANY} of each, %s goes through no table`, async (_, q, groups) => {
  let found: string[] = [];
  const tables = await goneThrough(async (within) => {
    const { q: _asked, ...sorts } = await searchRecords(operatorIn(within), { q });
    found = Object.entries(sorts).flatMap(([name, rows]) => (rows.length > 0 ? name : []));
  });
  expect(tables).toEqual([]);
  expect(found.sort().join(" ")).toBe(groups);
});

test("the screens of an account and of a booking go through no table either", async () => {
  const tables = await goneThrough(async (within) => {
    const ctx = operatorIn(within);
    const account = await showAccountRecord(ctx, { userId: idOf("0001", 5_000) });
    // The account itself, its business, its plan, a mail, an act and an event of its account.
    expect(account.happenings).toHaveLength(6);
    const booking = await showBookingRecord(ctx, { bookingId: idOf("0004", 5_000) });
    expect(booking.happenings.length).toBeGreaterThan(5);
  });
  expect(tables).toEqual([]);
});

test.each([
  ["a person's e-mail", "client-5000@example.fr", 1],
  ["a person's name", "Nom50001", 1],
  ["an operator", "équipe 7", 51],
  ["a frequent act", "compte suspendu", 51],
  ["a rare act", "exercice", 5],
  ["a booking", idOf("0004", 5_000), 0],
  ["nothing", "personne", 0],
])("the journal goes through no table for %s", async (_, q, count) => {
  let acts: unknown[] = [];
  const tables = await goneThrough(async (within) => {
    acts = (await showJournal(operatorIn(within), { q })).acts;
  });
  expect(acts.length).toBe(Math.min(count, 50));
  expect(tables).toEqual([]);
});

test("and what goes through one is seen", async () => {
  const tables = await goneThrough((within) =>
    within.execute(sql`select count(*) from mails where last_error = 'x'`),
  );
  expect(tables).toEqual(["mails"]);
});
