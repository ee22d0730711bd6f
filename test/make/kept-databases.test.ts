import pg from "pg";
import { describe, expect, test } from "vitest";
import { createLender, type LentDatabase } from "./kept-databases.ts";

// Tests of other files may have left a database that goes away after one more use.
const openDatabase = createLender();

/** Whether the next test gets this database, after somebody has done this to it. */
async function isKeptAfter(
  work: (lent: LentDatabase) => Promise<unknown>,
  then?: () => Promise<void>,
): Promise<boolean> {
  const lent = await openDatabase();
  await work(lent);
  await lent.giveBack();
  await then?.();
  const next = await openDatabase();
  await next.giveBack();
  return next.url === lent.url;
}

/** Every row of the site's tables and the queues', and what the connections have been told. */
async function readAll({ pool }: LentDatabase): Promise<unknown> {
  const { rows: tables } = await pool.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and oid >= 16384 and relnamespace <> 'information_schema'::regnamespace
      and relnamespace <> 'kept'::regnamespace
    order by 1`);
  const found: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query(`select t::text as row from ${name} t order by 1`);
    if (rows.length > 0) found[name] = rows;
  }
  const { rows: told } = await pool.query(`
    select current_setting('search_path') as path, current_setting('statement_timeout') as patience,
      (select count(*)::int from pg_locks join pg_database on oid = database
        where locktype = 'advisory' and datname = current_database()) as locks,
      array(select pg_listening_channels()) as channels`);
  return { found, told };
}

describe("a database that is lent to one test after another", () => {
  test("is each time as it was when it was made", async () => {
    const first = await openDatabase();
    const before = await readAll(first);
    await first.pool.query("insert into settings (key, value) values ('mark', '1')");
    await first.pool.query(
      "insert into users (id, name, email) values (gen_random_uuid(), 'X', 'x@example.fr')",
    );
    await first.pool.query("delete from pgboss.queue where name = 'send-mail'");
    await first.pool.query("update pgboss.queue set retry_limit = 3");
    await first.pool.query("set search_path to nowhere; set statement_timeout = '7min'");
    await first.pool.query("listen something; select pg_advisory_lock(1)");
    expect(await readAll(first)).not.toEqual(before);
    await first.giveBack();
    const second = await openDatabase();
    expect(second.url).toBe(first.url);
    expect(await readAll(second)).toEqual(before);
    await second.giveBack();
  });

  test("outlasts a machine that is busy with something else", async () => {
    const { pool, giveBack } = await openDatabase();
    const { rows } = await pool.query(`
      select current_setting(name) as limit from unnest(array['statement_timeout', 'lock_timeout',
        'idle_in_transaction_session_timeout']) as name`);
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ limit: "2min" })));
    await giveBack();
  });

  test("refuses what the test before has left running", async () => {
    const first = await openDatabase();
    await first.giveBack();
    const second = await openDatabase();
    await expect(first.pool.query("select 1")).rejects.toThrow("has ended");
    await expect(first.pool.connect()).rejects.toThrow("has ended");
    expect((await second.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await second.giveBack();
  });

  test("is kept after reading and writing, for some fifty tests", async () => {
    expect(await isKeptAfter(({ pool }) => pool.query("table users"))).toBe(true);
    const urls = new Set<string>();
    for (let n = 0; n < 60; n++) {
      const lent = await openDatabase();
      urls.add(lent.url);
      await lent.giveBack();
    }
    expect(urls.size).toBeGreaterThan(1);
  });

  test.each([
    ["a table is added", "create table further (id int)"],
    [
      "a table is renamed, and back",
      "alter table users rename to a; alter table a rename to users",
    ],
    ["a column changes", "alter table users alter column name set default 'x'"],
    ["a constraint is added", "alter table slots add constraint never check (false) not valid"],
    ["a function is added", "create function one() returns int language sql as 'select 1'"],
    ["a trigger is switched off", "alter table slots disable trigger all"],
    ["a setting is kept for the database", "alter database %db% set work_mem = '5MB'"],
    ["a sequence counts", "select nextval('drizzle.__drizzle_migrations_id_seq')"],
    ["statistics are gathered", "insert into settings values ('a', '1'); analyze settings"],
    [
      "very much was written",
      "insert into settings select 'key' || n, '1' from generate_series(1, 6000) n",
    ],
  ])("goes away when %s", async (_, statement) => {
    const kept = await isKeptAfter(({ pool, url }) =>
      pool.query(statement.replace("%db%", new URL(url).pathname.slice(1))),
    );
    expect(kept).toBe(false);
  });

  test("goes away when somebody else is still connected", async () => {
    let other: pg.Client | undefined;
    const kept = await isKeptAfter(
      async ({ url }) => {
        other = new pg.Client({ connectionString: url });
        await other.connect();
      },
      async () => other?.end(),
    );
    expect(kept).toBe(false);
  });

  test("goes away when a connection is still lent out, or the pool was changed", async () => {
    const held = isKeptAfter(async ({ pool }) => {
      const client = await pool.connect();
      setTimeout(() => client.release(), 200);
    });
    expect(await held).toBe(false);
    expect(await isKeptAfter(async ({ pool }) => void pool.on("acquire", () => {}))).toBe(false);
    expect(
      await isKeptAfter(async ({ pool }) => {
        pool.query = pool.query.bind(pool);
      }),
    ).toBe(false);
    expect(await isKeptAfter(({ pool }) => pool.end())).toBe(false);
  });
});
