import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { emptyDatabase } from "#test/database.ts";
import { folderOfMigrations } from "#test/make/migrations.ts";
import { migrateDatabase } from "./migrate.ts";

/*
 * The hours of a professional became taken hours, and bookings keep what was sold, while the release
 * before still answers: what stood there is filled in, and what it writes is accepted.
 */

/** How many migrations the release before knows. */
const BEFORE = 32;

const people = `
  insert into users (id, email, name) values
    ('00000000-0000-7000-8000-000000000001', 'ines@example.fr', 'Inès'), ('00000000-0000-7000-8000-000000000002', 'leo@example.fr', 'Léo');
  insert into profiles (id, email, first_name, last_name) select id, email, name, 'Martin' from users;
  insert into professional_profiles (id, user_id, business_name, business_description)
    select id, id, 'Cabinet ' || first_name, '' from profiles;
  insert into offerings (id, professional_id, kind, category, title, description, price_cents, duration, capacity,
      address, city, postal_code, created_at, is_recurring, recurring_days, recurring_start_time, recurring_until, is_active, deleted_at)
    select md5(title || p.business_name)::uuid, p.id, 'activity', 'Atelier', title, '', 4000, 60, 4,
      '1 rue de la Paix', 'Lyon', '69001', '2026-11-01 23:30:00Z', is_recurring, days, starts, until, deleted is null, deleted
    from professional_profiles p, (values
      ('Yoga', true, array['thursday', 'monday'], '18:30'::time, null::date, null::timestamptz),
      ('Sophrologie', true, array['sunday'], '10:00', '2026-10-15', null),
      ('Cercle', false, null, null, null, null),
      ('Argile', true, array['friday'], '09:00', null, now())) o (title, is_recurring, days, starts, until, deleted);`;

/** A slot of Inès's or Léo's, that many hours from the start of a day, with one booking. */
const slot = (name: string, who: string, day: string, hour: number, booking: string | null) => `
  insert into slots (id, offering_id, start_datetime, end_datetime, capacity, available_spots)
    select md5('${name}')::uuid, o.id, ${day} + ${hour} * interval '1 hour', ${day} + ${hour + 1} * interval '1 hour', 4, 3
    from offerings o join professional_profiles p on p.id = o.professional_id
    where o.title = 'Cercle' and p.business_name = 'Cabinet ${who}';
  ${
    booking === null
      ? ""
      : `insert into bookings (id, client_id, buyer_email, professional_id, price_paid_cents, commission_cents, slot_id,
          refundable_until, status, payment_status, confirmed_at, cancelled_at, cancel_reason)
        select md5('booking ${name}')::uuid, '00000000-0000-7000-8000-000000000002', 'leo@example.fr', o.professional_id, 4000, 400,
          s.id, now(), ${booking} from slots s join offerings o on o.id = s.offering_id where s.id = md5('${name}')::uuid;`
  }`;
const CONFIRMED = "'confirmed', 'paid', now(), null, null";
const HELD = "'pending', 'pending', null, null, null";
const CANCELLED = "'cancelled', 'refunded', null, now(), 'client'";
/** One day for all of them, though it may end meanwhile. */
const TODAY = new Date().toISOString().slice(0, 10);
const TOMORROW = `('${TODAY}'::timestamptz + interval '1 day')`;
const LAST_YEAR = `('${TODAY}'::timestamptz - interval '1 year')`;

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: "-c TimeZone=UTC" });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** A database as the release before leaves it, migrated. */
async function connectMigrated(): Promise<pg.Client> {
  const url = await emptyDatabase();
  await migrateDatabase(url, folderOfMigrations(BEFORE));
  const client = await connect(url);
  await client.query(people);
  for (const text of [
    slot("first", "Inès", TOMORROW, 10, CONFIRMED),
    slot("overlapping", "Inès", TOMORROW, 10.5, HELD),
    slot("third", "Inès", TOMORROW, 10.75, CONFIRMED),
    slot("touching", "Inès", TOMORROW, 12, CONFIRMED),
    slot("right after", "Inès", TOMORROW, 13, CONFIRMED),
    slot("given back", "Inès", TOMORROW, 12.25, CANCELLED),
    slot("free", "Inès", TOMORROW, 12.5, null),
    slot("over", "Inès", LAST_YEAR, 10, CONFIRMED),
    slot("of another", "Léo", TOMORROW, 10.25, CONFIRMED),
  ]) {
    await client.query(text);
  }
  await migrateDatabase(url);
  return client;
}

describe("what stood there", () => {
  test("takes its professional's time; what was sold twice goes on in a lane of its own", async () => {
    const client = await connectMigrated();
    const names = ["first", "overlapping", "third", "touching", "right after", "given back"];
    names.push("free", "over", "of another");
    const { rows } = await client.query(
      `select name, s.is_occupied, s.is_parallel, x.lane::text, x.lane = own_lane(s.id) as own,
        x.during = tstzrange(s.start_datetime, s.end_datetime) as whole, x.professional_id = o.professional_id as theirs
      from unnest($1::text[]) with ordinality as list (name, place) join slots s on s.id = md5(name)::uuid
        join offerings o on o.id = s.offering_id left join occupied x on x.slot_id = s.id order by place`,
      [names],
    );
    const common = { is_occupied: true, is_parallel: false, lane: "(,0)", own: false };
    const beside = { is_occupied: true, is_parallel: true, own: true };
    const none = { is_occupied: false, is_parallel: false, lane: null, whole: null };
    expect(rows).toMatchObject([
      { name: "first", ...common },
      { name: "overlapping", ...beside },
      { name: "third", ...beside },
      { name: "touching", ...common },
      { name: "right after", ...common },
      { name: "given back", ...none },
      { name: "free", ...none },
      { name: "over", ...none },
      { name: "of another", ...common },
    ]);
    expect(rows.filter(({ whole, theirs }) => whole && theirs)).toHaveLength(6);
    expect(new Set(rows.flatMap(({ own, lane }) => (own ? [lane] : []))).size).toBe(2);
  });

  test("can be taken by nobody else at the same hour, except in a lane of its own", async () => {
    const client = await connectMigrated();
    const take = (lane: string) =>
      client.query(`insert into occupied (id, professional_id, slot_id, during, lane)
        select gen_random_uuid(), o.professional_id, s.id, tstzrange(s.start_datetime, s.end_datetime), ${lane}
        from slots s join offerings o on o.id = s.offering_id where s.id = md5('free')::uuid`);
    await expect(take("'(,0)'")).rejects.toMatchObject({
      code: "23P01",
      constraint: "nobody_in_two_places",
    });
    for (const lane of ["'(,)'", "'[1,3)'", "'[0,1)'", "'(,1)'", "'empty'"]) {
      await expect(take(lane), lane).rejects.toMatchObject({ constraint: "occupied_lane" });
    }
    await take("own_lane(s.id)");
    await client.query("delete from occupied where slot_id = md5('free')::uuid");
  });

  test("is written on each booking as it was sold", async () => {
    const client = await connectMigrated();
    const { rows } = await client.query(
      "select sold from bookings where id in (md5('booking first')::uuid, md5('booking over')::uuid) order by sold ->> 'start' desc",
    );
    const { rows: hours } = await client.query(
      "select start_datetime as start, end_datetime as end from slots where id = md5('first')::uuid",
    );
    expect(rows).toHaveLength(2);
    expect(rows[0].sold).toEqual({
      ...{ title: "Cercle", isOnline: false, address: "1 rue de la Paix", city: "Lyon" },
      ...{ postalCode: "69001", practitioner: "Cabinet Inès" },
      ...{ start: hours[0].start.toISOString(), end: hours[0].end.toISOString() },
    });
    const { rows: without } = await client.query("select id from bookings where sold is null");
    expect(without).toEqual([]);
  });

  test("comes again by a rule, from the day in Paris on which it was made", async () => {
    const client = await connectMigrated();
    const { rows } = await client.query(`
      select o.title, r.weekdays, r.starts, r.every_weeks, r.from_day::text, r.until_day::text
      from schedule_rules r join offerings o on o.id = r.offering_id
        join professional_profiles p on p.id = o.professional_id and p.business_name = 'Cabinet Inès' order by title`);
    const once = { every_weeks: 1 };
    expect(rows).toEqual([
      {
        ...{ ...once, title: "Sophrologie", weekdays: [7], starts: "10:00:00" },
        ...{ from_day: "2026-10-15", until_day: "2026-10-15" },
      },
      {
        ...{ ...once, title: "Yoga", weekdays: [1, 4], starts: "18:30:00" },
        ...{ from_day: "2026-11-02", until_day: null },
      },
    ]);
  });
});

test("the release before goes on publishing, holding and giving back", async () => {
  const client = await connectMigrated();
  await client.query(slot("new", "Inès", TOMORROW, 15, HELD));
  await client.query(slot("over it", "Inès", TOMORROW, 15.5, CONFIRMED));
  await client.query(
    "update slots set available_spots = available_spots - 1 where id = md5('first')::uuid",
  );
  await client.query(
    "update bookings set status = 'cancelled', payment_status = 'unpaid', cancelled_at = now(), cancel_reason = 'expired' where id = md5('booking new')::uuid",
  );
  const { rows } = await client.query(
    "select is_occupied, version, price_cents, sold from slots s join bookings b on b.slot_id = s.id where s.id = md5('over it')::uuid",
  );
  expect(rows).toEqual([{ is_occupied: false, version: 1, price_cents: null, sold: null }]);
});

test("a number of a text is the same everywhere, positive, and fits a lane", async () => {
  const client = await connectMigrated();
  const { rows } = await client.query(
    `select number_of('yoga')::text as yoga, number_of('')::text as nothing,
      (select count(distinct number_of(n::text))::int from generate_series(1, 10000) n) as several,
      (select bool_and(number_of(n::text) between 0 and (1::bigint << 60) - 1) from generate_series(1, 10000) n) as fits`,
  );
  expect(rows).toEqual([
    {
      ...{ yoga: "578542801462230026", nothing: "955282973525019424" },
      ...{ several: 10_000, fits: true },
    },
  ]);
});
