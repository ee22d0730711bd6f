import pg from "pg";
import { writeListedSlots, writeListings, writePlaces } from "#core/listings/store.server.ts";
import { createDatabase, type Database } from "#platform/postgres.server.ts";
import {
  ABOUTS,
  BUSINESSES,
  CITIES,
  DIRECTIONS,
  ENDINGS,
  FIRST_NAMES,
  STREETS,
  SURNAMES,
  TEXTS,
  TRADES,
} from "./vocabulary.ts";

/** The size of a catalogue, its seed and the instant it is made for. */
export interface Filling {
  sessions: number;
  seed: number;
  now: Date;
  log(text: string): void;
}

/** Four slots each, over four weeks; some are over, some sold out. */
const SLOTS = 4;
const SESSIONS_PER_PROFESSIONAL = 8;
const LISTS = {
  abouts: ABOUTS,
  businesses: BUSINESSES,
  directions: DIRECTIONS,
  endings: ENDINGS,
  firstNames: FIRST_NAMES,
  streets: STREETS,
  surnames: SURNAMES,
  trades: TRADES,
};
/** So many offerings are listed in one transaction. */
const BATCH = 200;
/** And so many transactions at a time. */
const AT_ONCE = 2;
/** Filled set by set: their indexes and keys come afterwards. */
const LARGE = ["offerings", "slots", "listings", "listed_slots"];

/** The number of professionals who offer them, and of clients, as many as book in a busy day. */
export function peopleOf(sessions: number): { professionals: number; clients: number } {
  return {
    professionals: Math.ceil(sessions / SESSIONS_PER_PROFESSIONAL),
    clients: Math.min(20_000, Math.max(200, sessions / 10)),
  };
}

/**
 * Fills an empty, migrated database with a catalogue: always the same for a seed, but for the dates,
 * which follow `now`. What search reads is written by the product's own statements.
 */
export async function fillDatabase(url: string, filling: Filling): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: AT_ONCE, options: OPTIONS });
  const { sessions, log } = filling;
  const step = async (what: string, work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    if (sessions > 10_000) log(`  ${what}: ${Math.round((performance.now() - start) / 1000)} s`);
  };
  const sql = (text: string, values?: unknown[]) => pool.query(text, values);
  try {
    const keys = await dropKeys(pool);
    await step("vocabulary", () => makeVocabulary(pool, filling));
    await step("people", () => sql(peopleSql(filling)));
    await step("sessions", () => sql(sessionsSql(filling)));
    await step("keys of sessions", () => keys.make("offerings"));
    await step("slots", () => sql(slotsSql(filling)));
    await step("keys of slots", () => keys.make("slots"));
    await sql("vacuum analyze offerings, slots, professional_profiles, profiles");
    const db = createDatabase(pool);
    await step("prices that fall", () => sql(FALLING));
    await step("listings", () => fillListings(pool, db, filling, keys));
    await keys.makeForeign();
    await sql("drop schema filling cascade");
    await step("vacuum", () => sql("vacuum analyze"));
  } finally {
    await pool.end();
  }
}

const OPTIONS = [
  "TimeZone=UTC",
  "jit=off",
  "work_mem=512MB",
  "maintenance_work_mem=1GB",
  "max_parallel_maintenance_workers=2",
]
  .map((setting) => `-c ${setting}`)
  .join(" ");

// ─── Keys ──────────────────────────────────────────────────────────────────────────────────────

interface Keys {
  /** Makes the primary key alone, before the others. */
  makePrimary(table: string): Promise<void>;
  /** Recreates a table's indexes and constraints, except its foreign keys. */
  make(table: string): Promise<void>;
  makeForeign(): Promise<void>;
}

/** Drops keys and indexes of the large tables; gives back how to make them again, as they were. */
async function dropKeys(pool: pg.Pool): Promise<Keys> {
  const { rows: constraints } = await pool.query<{
    of: string;
    name: string;
    kind: "p" | "u" | "f";
    definition: string;
  }>(
    `select conrelid::regclass::text as of, conname as name, contype as kind,
       pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype in ('p', 'u', 'f')
       and (conrelid = any($1::regclass[]) or (contype = 'f' and confrelid = any($1::regclass[])))`,
    [LARGE],
  );
  const { rows: indexes } = await pool.query<{ of: string; name: string; definition: string }>(
    `select tablename as of, indexname as name, indexdef as definition from pg_indexes
     where tablename = any($1) and indexname not in (select conname from pg_constraint)`,
    [LARGE],
  );
  const foreign = constraints.filter(({ kind }) => kind === "f");
  const own = constraints.filter(({ kind }) => kind !== "f");
  for (const { of, name } of [...foreign, ...own]) {
    await pool.query(`alter table ${of} drop constraint "${name}"`);
  }
  for (const { name } of indexes) await pool.query(`drop index "${name}"`);

  const add = async (list: typeof constraints) => {
    for (const { of, name, definition } of list) {
      await pool.query(`alter table ${of} add constraint "${name}" ${definition}`);
    }
  };
  const made = new Set<string>();
  const unmade = (table: string) => own.filter(({ of, name }) => of === table && !made.has(name));
  const makePrimary = async (table: string) => {
    const primary = unmade(table).filter(({ kind }) => kind === "p");
    await add(primary);
    for (const { name } of primary) made.add(name);
  };
  return {
    makePrimary,
    async make(table) {
      await makePrimary(table);
      await add(unmade(table));
      for (const { of, definition } of indexes) if (of === table) await pool.query(definition);
    },
    makeForeign: () => add(foreign),
  };
}

// ─── Tables ────────────────────────────────────────────────────────────────────────────────────

/** In a schema of its own, because workers see no temporary table. */
async function makeVocabulary(pool: pg.Pool, { seed }: Filling): Promise<void> {
  const inhabitants = CITIES.map(([, count]) => count);
  const total = inhabitants.reduce((sum, count) => sum + count, 0);
  let sum = 0;
  const from = inhabitants.map((count) => {
    sum += count;
    return (sum - count) / total;
  });
  await pool.query(`
    create schema filling;
    -- From 0 (included) to 1, the same for the same row and column.
    create function filling.r(n bigint, k int) returns float8
      language sql immutable parallel safe
      return (hashint8extended(n, ${seed}::bigint * 1000 + k) & 1073741823)::float8 / 1073741824;
    create function filling.upto(count int, n bigint, k int) returns int
      language sql immutable parallel safe
      return floor(filling.r(n, k) * count)::int;
    -- As newId makes them, in the order of their numbers.
    create function filling.id(kind int, n bigint) returns uuid
      language sql immutable parallel safe
      return ('019a0000-' || lpad(to_hex(kind), 4, '0') || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid;
    create table filling.item (list text, no int, text text, primary key (list, no));
    create table filling.city (no int primary key, name text, postcodes text[], starts float8);
    create table filling.text (no int primary key, trade int, nth int, title text, description text,
      places int, minutes int[], low int, high int, online boolean, included text,
      requirements text, tags text[]);`);
  for (const [list, texts] of Object.entries(LISTS)) {
    await pool.query(
      `insert into filling.item select $1, no - 1, text
       from unnest($2::text[]) with ordinality as t (text, no)`,
      [list, texts],
    );
  }
  await pool.query(
    `insert into filling.city select no, name, string_to_array(postcodes, ' '), starts
     from rows from (unnest($1::text[]), unnest($2::text[]), unnest($3::float8[]))
       with ordinality as t (name, postcodes, starts, no)`,
    [CITIES.map(([name]) => name), CITIES.map(([, , ...postcodes]) => postcodes.join(" ")), from],
  );
  await pool.query(
    `insert into filling.text
     select no, t.trade, row_number() over (partition by t.trade order by no) - 1, t.title,
       t.description, t.places, t.minutes, t.low, t.high, t.online, t.included, t.requirements, t.tags
     from rows from (jsonb_to_recordset($1) as (trade int, title text, description text, places int,
       minutes int[], low int, high int, online boolean, included text, requirements text, tags text[]))
       with ordinality as t (trade, title, description, places, minutes, low, high, online, included,
         requirements, tags, no)`,
    [JSON.stringify(TEXTS)],
  );
  await pool.query(`
    create table filling.trade as select trade as no, count(*)::int as texts from filling.text group by 1;
    alter table filling.trade add primary key (no);
    insert into activity_types (id, name, category)
      select filling.id(4, no), text, 'session' from filling.item where list = 'trades'
      on conflict (name) do update set id = excluded.id;
    analyze filling.item, filling.city, filling.text, filling.trade`);
}

/** An item of a list, by chance: every one as often, or with `power` the first ones oftener. */
const item = (list: keyof typeof LISTS, n: string, k: number, power = 1) =>
  `(select text from filling.item where list = '${list}'
    and no = floor(filling.r(${n}, ${k}) ^ ${power} * ${LISTS[list].length})::int)`;

function peopleSql({ sessions, now }: Filling): string {
  const { professionals, clients } = peopleOf(sessions);
  const since = `'${now.toISOString()}'::timestamptz - interval '400 days'`;
  return `
    create table filling.professional as
      select n, filling.id(2, n) as id, c.no as city_no,
        c.postcodes[1 + filling.upto(cardinality(c.postcodes), n, 2)] as postcode,
        filling.upto(12, n, 3) as trade, filling.upto(12, n, 4) as other_trade,
        surname, replace(business, '*', surname) as business, first_name, direction
      from generate_series(0::bigint, ${professionals - 1}) n
        join filling.city c on c.no = width_bucket(filling.r(n, 1),
          (select array_agg(starts order by no) from filling.city))
        cross join lateral (select
          
          ${item("surnames", "n", 5, 2)} as surname,
          ${item("businesses", "n", 6)} as business, ${item("firstNames", "n", 7)} as first_name,
          ${item("directions", "n", 8)} as direction) drawn;
    insert into users (id, email, email_verified, name, created_at)
      select filling.id(0, n), 'pro-' || n || '@bench.example.fr', true, first_name || ' ' || surname, ${since}
        from filling.professional
      union all
      select filling.id(0, ${professionals} + n), 'client-' || n || '@bench.example.fr', true,
        'Client ' || n, ${since} from generate_series(0::bigint, ${clients - 1}) n;
    insert into profiles (id, email, first_name, last_name, is_pro, quota_anchor, last_quota_reset, created_at)
      select id, email, split_part(name, ' ', 1), split_part(name, ' ', 2), email like 'pro-%',
        created_at, '${now.toISOString()}', created_at from users;
    insert into professional_profiles (id, user_id, business_name, business_description, business_city,
        business_postal_code, is_verified, rating, total_reviews, stripe_connect_account_id,
        charges_enabled, transfers_active, payouts_enabled, details_submitted, created_at)
      select p.id, filling.id(0, n), business, ${item("abouts", "n", 9)}, c.name, postcode,
        filling.r(n, 10) < 0.6,
        case when filling.r(n, 11) < 0.1 then 0 else round((5 - 1.6 * filling.r(n, 12) ^ 2)::numeric, 1) end,
        case when filling.r(n, 11) < 0.1 then 0 else 1 + floor(400 * filling.r(n, 13) ^ 3)::int end,
        'acct_bench_' || n, filling.r(n, 14) > 0.02, filling.r(n, 14) > 0.02, true, true, ${since}
      from filling.professional p join filling.city c on c.no = city_no;
    alter table filling.professional add primary key (n);
    analyze filling.professional`;
}

/** Some professionals offer seventy sessions, most a few. */
function sessionsSql({ sessions, now }: Filling): string {
  const { professionals } = peopleOf(sessions);
  return `
    create table filling.plan as
      select s.n, filling.id(5, s.n) as id, p.n as professional, t.no as text_no,
        filling.upto(${ENDINGS.length}, s.n, 22) as ending, t.places, t.online,
        t.minutes[1 + filling.upto(cardinality(t.minutes), s.n, 23)] as minutes,
        100 * (t.low + filling.upto(t.high - t.low + 1, s.n, 24)) as price,
        floor(14 * filling.r(s.n, 25) ^ 3)::int as first_day, p.city_no, p.postcode
      from generate_series(0::bigint, ${sessions - 1}) s (n)
        join filling.professional p
          on p.n = floor(${professionals} * filling.r(s.n, 20) ^ 1.2)::bigint
        join filling.trade d on d.no = case when filling.r(s.n, 21) < 0.65 then p.trade else p.other_trade end
        join filling.text t on t.trade = d.no and t.nth = filling.upto(d.texts, s.n, 26);
    alter table filling.plan add primary key (id);
    analyze filling.plan;
    insert into offerings (id, kind, professional_id, activity_type_id, title, description, price_cents,
        discounted_price_cents, duration, capacity, address, city, postal_code, is_online, online_link,
        included, requirements, tags, is_active, created_at, updated_at)
      select plan.id, 'session', p.id, filling.id(4, t.trade), t.title || ending.text,
        t.description || ' ' || p.direction, price,
        case when reduced < price then reduced end, plan.minutes, plan.places,
        case when not plan.online then
          1 + filling.upto(90, plan.n, 31) || ' ' || ${item("streets", "plan.n", 32)} end,
        case when not plan.online then c.name end, case when not plan.online then plan.postcode end,
        plan.online, case when plan.online then 'https://visio.example.fr/' || plan.n end,
        t.included, t.requirements, t.tags, filling.r(plan.n, 33) > 0.02, made_at, made_at
      from filling.plan
        join filling.professional p on p.n = plan.professional
        join filling.text t on t.no = plan.text_no
        join filling.city c on c.no = plan.city_no
        join filling.item ending on ending.list = 'endings' and ending.no = plan.ending
        cross join lateral (select
          case when filling.r(plan.n, 34) < 0.42 then
            ceil(price * (array[90, 85, 80, 80, 75, 70, 70, 60, 50])[1 + filling.upto(9, plan.n, 35)] / 5000.0)::int * 50
          end as reduced,
          '${now.toISOString()}'::timestamptz - interval '1 day' * (40 + 300 * filling.r(plan.n, 36)) as made_at
        ) drawn
      order by plan.n`;
}

/** Between 8 and 21 o'clock in Paris, from yesterday on; no two of one session on one day. */
function slotsSql({ now }: Filling): string {
  return `
    insert into slots (id, offering_id, start_datetime, end_datetime, capacity, available_spots,
        is_active, created_at)
      select filling.id(6, s), plan.id, starts, starts + interval '1 minute' * minutes, places,
        case when filling.r(n, 37) < 0.03 or filling.r(s, 41) < 0.12 then 0
          when filling.r(s, 41) < 0.35 then 1 + filling.upto(places, s, 42) else places end,
        filling.r(s, 43) > 0.005, starts - interval '60 days'
      from filling.plan cross join generate_series(0, ${SLOTS - 1}) k
        cross join lateral (select n * ${SLOTS} + k as s offset 0) numbered
        cross join lateral (select date_trunc('day', '${now.toISOString()}'::timestamptz)
          + interval '1 day' * (first_day + floor(k * (28 - first_day) / ${SLOTS}.0) - 1)
          + interval '15 minutes' * (28 + filling.upto(49, s, 40)) as starts offset 0) timed`;
}

// ─── Search's tables ───────────────────────────────────────────────────────────────────────────

/** A fifth of the offerings falls in price, in five steps. */
const FALLING = `
  insert into slot_prices (slot_id, from_at, cents)
    select s.id, s.start_datetime - hours * interval '1 hour',
      greatest(50, coalesce(o.discounted_price_cents, o.price_cents) * (100 - percent) / 100)
    from offerings o join slots s on s.offering_id = o.id,
      (values (24, 10), (12, 20), (6, 30), (3, 40), (2, 50)) step (hours, percent)
    where hashtext(o.id::text) % 5 = 0 and coalesce(o.discounted_price_cents, o.price_cents) > 100`;

/** By the product's own statements. */
async function fillListings(
  pool: pg.Pool,
  db: Database,
  { sessions, now }: Filling,
  keys: Keys,
): Promise<void> {
  await keys.makePrimary("listings");
  await keys.makePrimary("listed_slots");
  let first = 0;
  const work = async () => {
    while (first < sessions) {
      const from = first;
      first += BATCH;
      const { rows } = await pool.query<{ id: string }>(
        "select filling.id(5, n) as id from generate_series($1::bigint, $2) n",
        [from, Math.min(first, sessions) - 1],
      );
      const ids = rows.map(({ id }) => id);
      await db.transaction(async (tx) => {
        await writeListings(tx, ids, now);
        await writeListedSlots(tx, { offeringIds: ids }, now);
        await writePlaces(tx, ids);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await keys.make("listings");
  await keys.make("listed_slots");
}
