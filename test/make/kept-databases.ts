import type pg from "pg";
import { freshDatabase, retireDatabase } from "../database.ts";
import { createPatientPool } from "../patient-pool.ts";

/**
 * A database with its open connections, for one test after another: to make one, and to warm up the
 * connections to it, takes thirty times as long as to empty it.
 */
interface KeptDatabase {
  url: string;
  pool: pg.Pool;
  /** As it was when it was made. */
  schema: unknown;
  tables: readonly Table[];
  listeners: number;
  uses: number;
}

interface Table {
  name: string;
  /** Where a copy of the rows is that it has from the start, if any. */
  copy: string | null;
}

/** The same in the hands of one test. */
export interface LentDatabase {
  url: string;
  /** Refuses everything once the database is given back: what a test has left running reaches nobody. */
  pool: pg.Pool;
  /** For the next test, where it can be as new; otherwise it goes away. */
  giveBack(): Promise<void>;
}

/** Rows that are deleted stay in the files until PostgreSQL tidies up, and slow the rest down. */
const MAX_USES = 50;
const MAX_ROWS = 5_000;

/** Lends databases that nobody else uses meanwhile, migrated and empty, and keeps what is as new. */
export function createLender(): () => Promise<LentDatabase> {
  const kept: KeptDatabase[] = [];
  return async () => lend(kept.pop() ?? (await makeDatabase()), kept);
}

/** The one of all tests of this process, whatever their file. */
export const openDatabase = createLender();

function lend(database: KeptDatabase, kept: KeptDatabase[]): LentDatabase {
  let isLent = true;
  const pool = new Proxy(database.pool, {
    get(target, key, receiver) {
      if (!isLent && (key === "connect" || key === "query")) return refuse;
      return Reflect.get(target, key, receiver);
    },
  });
  return {
    url: database.url,
    pool,
    async giveBack() {
      isLent = false;
      database.uses += 1;
      if (database.uses < MAX_USES && (await renew(database))) {
        kept.push(database);
      } else {
        if (!database.pool.ending) await database.pool.end();
        retireDatabase(database.url);
      }
    },
  };
}

function refuse(): Promise<never> {
  return Promise.reject(new Error("The test that this database was lent to has ended."));
}

async function makeDatabase(): Promise<KeptDatabase> {
  const url = await freshDatabase();
  const pool = createPatientPool(url, "parenthese-test");
  const { rows } = await pool.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind = 'r' and c.relnamespace not in (
      'pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    order by 1`);
  const tables: Table[] = [];
  await pool.query("create schema kept");
  for (const { name } of rows) {
    const { rows: some } = await pool.query(`select from ${name} limit 1`);
    const copy = some.length > 0 ? `kept.copy_${tables.length}` : null;
    if (copy) await pool.query(`create table ${copy} as table ${name}`);
    tables.push({ name, copy });
  }
  const { schema } = await readState(pool);
  return { url, pool, schema, tables, listeners: countListeners(pool), uses: 0 };
}

/** Every change of a table, column, rule, function or statistic changes this. */
const STATE = `
  select (select count(*) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend')::int as connections,
    array[
      (select string_agg(sequencename || ' ' || last_value, ', ' order by sequencename) from pg_sequences),
      (select count(*) || ' ' || sum(xmin::text::bigint) || ' ' || sum(reltuples)
        from pg_class where oid >= 16384 and relkind <> 't'),
      (select count(*) || ' ' || sum(xmin::text::bigint) from pg_attribute where attrelid >= 16384),
      (select count(*) || ' ' || sum(xmin::text::bigint) from pg_attrdef),
      (select count(*) || ' ' || sum(xmin::text::bigint) from pg_constraint),
      (select count(*) || ' ' || sum(xmin::text::bigint) from pg_trigger),
      (select count(*) || ' ' || sum(xmin::text::bigint) from pg_proc where oid >= 16384),
      (select count(*) || '' from pg_statistic where starelid >= 16384),
      (select count(*) || '' from pg_db_role_setting join pg_database on oid = setdatabase
        where datname = current_database())
    ] as schema`;

async function readState(pool: pg.Pool) {
  const { rows } = await pool.query<{ connections: number; schema: unknown }>({
    name: "kept-state",
    text: STATE,
  });
  if (!rows[0]) throw new Error("no answer");
  return rows[0];
}

function countListeners(pool: pg.Pool): number {
  return pool.eventNames().reduce((sum, name) => sum + pool.listenerCount(name), 0);
}

/** Whether it is again as it was when it was made. */
async function renew({ pool, schema, tables, listeners }: KeptDatabase): Promise<boolean> {
  const isIdle = !pool.ending && pool.waitingCount === 0 && pool.totalCount === pool.idleCount;
  const isUntouched = countListeners(pool) === listeners && !Object.hasOwn(pool, "query");
  if (!isIdle || !isUntouched) return false;
  await forgetSessions(pool);
  const before = await readState(pool);
  const isAlone = before.connections === pool.totalCount;
  if (!isAlone || !same(before.schema, schema)) return false;
  return (await empty(pool, tables)) <= MAX_ROWS;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Puts every table back to the rows that it had; resolves to how many rows it has deleted. */
async function empty(pool: pg.Pool, tables: readonly Table[]): Promise<number> {
  const filled = tables.map(
    ({ name }, index) => `select ${index} as index where exists (select from ${name})`,
  );
  const { rows } = await pool.query<{ index: number }>({
    name: "kept-filled",
    text: filled.join(" union all "),
  });
  const found = rows.flatMap(({ index }) => tables[index] ?? []);
  const copied = tables.filter(({ copy }) => copy !== null);
  // Without triggers and references: all of it goes.
  const statements = [
    "begin",
    "set local session_replication_role = replica",
    ...[...new Set([...found, ...copied])].map(({ name }) => `delete from ${name}`),
    ...copied.map(({ name, copy }) => `insert into ${name} table ${copy}`),
    "commit",
  ];
  const results: unknown = await pool.query(statements.join(";"));
  if (!Array.isArray(results)) throw new Error("no answer");
  return results.reduce(
    (sum: number, { command, rowCount }: pg.QueryResult) =>
      sum + (command === "DELETE" ? (rowCount ?? 0) : 0),
    0,
  );
}

/** Takes back what a test has set, locked or listened to. */
async function forgetSessions(pool: pg.Pool): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  for (const client of clients) {
    await client.query("reset all; unlisten *; select pg_advisory_unlock_all(); discard temp");
    client.release();
  }
}
