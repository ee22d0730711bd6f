import { asc, isNotNull } from "drizzle-orm";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { refreshListings } from "#core/listings/refresh-listings.server.ts";
import { knownPlaces, knownWords, listedSlots, listings } from "#core/tables.server.ts";
import { createDatabase } from "#platform/postgres.server.ts";
import { emptyDatabase } from "#test/database.ts";
import { folderOfMigrations } from "#test/make/migrations.ts";
import { createPatientPool } from "#test/patient-pool.ts";
import { migrateDatabase } from "./migrate.ts";

/** How many migrations the release before the switch knows. */
const BEFORE = 34;

const CATALOGUE = `
  insert into users (id, email, name) values ('00000000-0000-7000-8000-000000000001', 'ines@example.fr', 'Inès');
  insert into profiles (id, email, first_name, last_name) select id, email, name, 'Martin' from users;
  insert into professional_profiles (id, user_id, business_name, business_description, charges_enabled, transfers_active,
      rating, buffer_minutes, stripe_connect_account_id)
    select id, id, 'Cabinet Lune', '', true, true, 4.7, 15, 'acct_1' from profiles;
  insert into offerings (id, professional_id, kind, activity_type_id, category, title, description, price_cents,
      discounted_price_cents, duration, capacity, city, postal_code, is_online, is_active)
    select md5(title)::uuid, p.id, kind, case when kind = 'session' then (select id from activity_types where name = 'Yoga') end,
      case when kind = 'activity' then 'Atelier' end, title, 'Le dos, en douceur.', 4000, reduced, 60, 4,
      case when not online then 'Saint-Étienne' end, case when not online then '42000' end, online, active
    from professional_profiles p, (values
      ('Yoga doux', 'session', 3000, false, true), ('Yoga en ligne', 'session', null, true, true),
      ('Cercle', 'activity', null, false, true), ('Arrêté', 'session', null, false, false)
    ) o (title, kind, reduced, online, active);
  insert into slots (id, offering_id, start_datetime, end_datetime, capacity, available_spots, is_active, is_occupied)
    select md5(o.title || hours)::uuid, o.id, date_trunc('hour', now()) + hours * interval '1 hour',
      date_trunc('hour', now()) + (hours + 1) * interval '1 hour', 8, seats, hours <> 90, hours = 50
    from offerings o, (values (-5, 8), (30, 8), (50, 3), (50.5, 8), (70, 0), (90, 8)) s (hours, seats);
  update slots set is_occupied = false where offering_id <> md5('Cercle')::uuid;
  insert into occupied (id, professional_id, slot_id, during)
    select gen_random_uuid(), o.professional_id, s.id, tstzrange(s.start_datetime, s.end_datetime)
    from slots s join offerings o on o.id = s.offering_id where s.is_occupied;
  insert into slot_prices (slot_id, from_at, cents)
    select s.id, s.start_datetime - hours * interval '1 hour', cents
    from slots s, (values (24, 2500), (2, 1500)) cut (hours, cents) where s.offering_id = md5('Cercle')::uuid;`;

test("what can be booked is listed by the migration as every change lists it", async () => {
  const url = await emptyDatabase();
  await migrateDatabase(url, folderOfMigrations(BEFORE));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(CATALOGUE);
  await migrateDatabase(url);
  const pool = createPatientPool(url, "test");
  onTestFinished(() => pool.end());
  const db = createDatabase(pool);
  const state = async () => ({
    listings: (await db.select().from(listings).orderBy(asc(listings.offeringId))).map((row) => ({
      ...row,
      // Marks of slots are written from the first refresh on.
      marks: row.marks.filter((mark) => !mark.startsWith("~")).toSorted(),
    })),
    slots: await db
      .select()
      .from(listedSlots)
      .orderBy(asc(listedSlots.slotId), asc(listedSlots.validFrom)),
    words: await db.select().from(knownWords).orderBy(asc(knownWords.word)),
    places: await db.select().from(knownPlaces).orderBy(asc(knownPlaces.start)),
  });
  const filled = await state();
  expect(filled.listings).toHaveLength(3);
  // The sessions' first hour, and two of the workshop's with three prices each: it has taken the
  // other hour.
  expect(filled.slots).toHaveLength(2 + 2 * 3);
  await db.delete(listings);
  await db.delete(listedSlots);
  await db.delete(knownWords);
  await db.delete(knownPlaces);
  const { rows } = await client.query<{ id: string }>("select id from offerings");
  await db.transaction((tx) =>
    refreshListings(
      tx,
      rows.map(({ id }) => id),
      new Date(),
    ),
  );
  // The migration does not know the towns: cells are written from the first refresh on, none online.
  expect(await db.$count(listedSlots, isNotNull(listedSlots.cell))).toBe(7);
  await db.update(listings).set({ cell: null });
  await db.update(listedSlots).set({ cell: null });
  const written = await state();
  // A migration has made « en ligne » known before anything was offered.
  expect(written).toEqual({ ...filled, words: expect.any(Array) });
  expect(filled.words).toEqual(expect.arrayContaining(written.words));
});
