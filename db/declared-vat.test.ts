import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { emptyDatabase } from "#test/database.ts";
import { folderOfMigrations, readMigrationNotes } from "#test/make/migrations.ts";
import { migrateDatabase } from "./migrate.ts";

const BEFORE = readMigrationNotes("_journal.json").entries.findIndex(({ tag }: { tag: string }) =>
  tag.endsWith("declared-vat"),
);

/** An id of this number. */
const id = (number: number) => `'00000000-0000-7000-8000-00000000000${number}'`;
const SELLERS = ["exempt", "charged", "silent"] as const;
const seller = (name: (typeof SELLERS)[number], number: number) => `
  insert into users (id, email, name) values (${id(number)}, '${name}@example.fr', '${name}');
  insert into profiles (id, email, first_name, last_name) values (${id(number)}, '${name}@example.fr', '${name}', 'M');
  insert into professional_profiles (id, user_id, business_name, business_description)
    values (${id(number)}, ${id(number)}, '${name}', '');
  insert into offerings (id, professional_id, kind, category, title, description, price_cents, duration, capacity, is_online)
    values (${id(number)}, ${id(number)}, 'activity', 'Atelier', '${name}', '', 4000, 60, 4, true);
  insert into slots (id, offering_id, start_datetime, end_datetime, capacity, available_spots)
    values (${id(number)}, ${id(number)}, now() + interval '1 day', now() + interval '25 hours', 4, 2);`;
const booking = (number: number, rate: number, when: string) => `
  insert into bookings (id, buyer_email, professional_id, slot_id, price_paid_cents, commission_cents, vat_rate,
      refundable_until, status, payment_status, cancelled_at, cancel_reason, created_at)
    values (gen_random_uuid(), 'a@example.fr', ${id(number)}, ${id(number)}, 4000, 400, ${rate},
      now(), 'cancelled', 'unpaid', now(), 'expired', ${when});`;
const details = (number: number, vatNumber: string) => `
  insert into tax_details (professional_id, legal_form, legal_name, address, postal_code, city, country, birth_date,
      tax_number, account_country, vat_number, created_at, updated_at)
    values (${id(number)}, 'person', 'M', '1 rue', '69001', 'Lyon', 'FR', '1984-05-21', '1234567', 'FR', ${vatNumber}, now(), now());`;

test("what was declared stands with the business, and no sale says what nobody had declared", async () => {
  const url = await emptyDatabase();
  await migrateDatabase(url, folderOfMigrations(BEFORE));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  for (const [at, name] of SELLERS.entries()) await client.query(seller(name, at));
  await client.query(details(0, "null") + details(1, "'FR40732829320'"));
  const [before, after] = ["now() - interval '1 day'", "now() + interval '1 minute'"];
  await client.query(booking(0, 0, before) + booking(0, 0, after));
  await client.query(booking(1, 0, before) + booking(1, 2_000, after) + booking(2, 0, after));

  await migrateDatabase(url);

  const { rows } = await client.query(
    `select business_name as name, vat_status as status, vat_number as number,
      (select json_agg(vat_rate order by b.created_at) from bookings b where b.professional_id = p.id) as rates
    from professional_profiles p order by id`,
  );
  expect(rows).toEqual([
    { name: "exempt", status: "exempt", number: null, rates: [null, 0] },
    { name: "charged", status: "charged", number: "FR40732829320", rates: [null, 2_000] },
    { name: "silent", status: null, number: null, rates: [null] },
  ]);
});
