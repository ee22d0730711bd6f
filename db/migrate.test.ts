import { spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { newId } from "#platform/ids.server.ts";
import { emptyDatabase } from "#test/database.ts";
import { openOwnPostgres } from "#test/faults/outages/own-postgres.ts";
import {
  folderOfMigrations,
  type MigrationEntry,
  readMigration,
  readMigrationNotes,
} from "#test/make/migrations.ts";
import { migrateDatabase } from "./migrate.ts";

/*
 * Migrations run while the previous version still answers, so they expand first and contract a
 * release later (docs/operations.md). The text of every migration is searched for forbidden
 * statements; the newest one is tried.
 */

const { entries }: { entries: MigrationEntry[] } = readMigrationNotes("_journal.json");
/** On the first of them nothing has run before. */
const SINCE = entries.slice(1);

// ─── What is written ───────────────────────────────────────────────────────────────────────────

const NAME = String.raw`(?:only )?(?:"?public"?\.)?"?(\w+)"?`;
const onTable = (what: string) => new RegExp(`^alter table (?:if exists )?${NAME} ${what}`);
/** Statements that break the previous version's code, or make it wait, on tables that it knows. */
const DANGERS: [danger: string, pattern: RegExp][] = [
  ["drops a table", new RegExp(`^drop (?:table|view|materialized view) (?:if exists )?${NAME}`)],
  ["drops a column", onTable("drop column")],
  ["drops a default", onTable(".* drop default")],
  ["drops what a conflict is told by", onTable(`drop constraint .*(?:unique|pkey|key)\\b`)],
  ["renames", onTable("rename")],
  ["changes a type", onTable("alter .* type ")],
  ["asks for what the old code may leave out", onTable("alter .* set not null")],
  ["adds a column that the old code does not fill", onTable("add column (?!.*default).*not null")],
  [
    "checks every row while writes wait",
    onTable("add constraint .*(?:check|foreign key)(?!.*not valid)"),
  ],
  [
    "refuses what the old code writes, and writes wait",
    onTable("add constraint .*(?:unique|primary key)"),
  ],
  [
    "refuses what the old code writes, and writes wait",
    new RegExp(`^create unique index .* on ${NAME}`),
  ],
  ["writes wait while it is built", new RegExp(`^create index .* on ${NAME}`)],
  ["locks rows", new RegExp(`^(?:update|delete from|truncate(?: table)?) ${NAME}`)],
  [
    "drops a type or a function",
    /^drop (?:type|function|domain|schema|extension) (?:if exists )?"?(\w+)/,
  ],
];

interface Found {
  danger: string;
  statement: string;
  /** « -- on purpose: why » before the statement. */
  why: string | null;
}

function judge(text: string): Found[] {
  const made = new Set<string>();
  return text.split("--> statement-breakpoint").flatMap((raw) => {
    const why = /^\s*-- on purpose: (.+)$/m.exec(raw)?.[1] ?? null;
    const statement = raw
      .replaceAll(/^\s*--.*$/gm, "")
      .replaceAll(/\s+/g, " ")
      .trim();
    const lower = statement.toLowerCase();
    const created = /^create table (?:if not exists )?"?(\w+)"?/.exec(lower)?.[1];
    if (created) made.add(created);
    return DANGERS.flatMap(([danger, pattern]) => {
      const table = pattern.exec(lower)?.[1];
      return table && !made.has(table) ? [{ danger, statement, why }] : [];
    });
  });
}

describe("what is written in a migration", () => {
  test.each([
    ["DROP TABLE payments", "drops a table"],
    ['ALTER TABLE "payments" DROP COLUMN "kind"', "drops a column"],
    ['ALTER TABLE "payments" ALTER COLUMN "kind" DROP DEFAULT', "drops a default"],
    ['ALTER TABLE "payments" RENAME COLUMN "kind" TO "sort"', "renames"],
    ['ALTER TABLE "payments" RENAME TO "charges"', "renames"],
    ['ALTER TABLE "payments" ALTER COLUMN "kind" SET DATA TYPE varchar(3)', "changes a type"],
    ['ALTER TABLE payments ALTER "kind" SET NOT NULL', "asks for what the old code may leave out"],
    [
      'ALTER TABLE "a" ADD COLUMN "b" text NOT NULL',
      "adds a column that the old code does not fill",
    ],
    ['ALTER TABLE "a" ADD CONSTRAINT "c" CHECK (true)', "checks every row while writes wait"],
    [
      'CREATE UNIQUE INDEX "i" ON "a" USING btree ("b")',
      "refuses what the old code writes, and writes wait",
    ],
    ['CREATE INDEX "i" ON "public"."a" ("b")', "writes wait while it is built"],
    ["UPDATE payments SET kind = null", "locks rows"],
  ])("%s", (statement, danger) => {
    expect(judge(statement).map((found) => found.danger)).toEqual([danger]);
  });

  test.each([
    'ALTER TABLE "a" ADD COLUMN "b" text',
    'ALTER TABLE "a" ADD COLUMN "b" boolean DEFAULT false NOT NULL',
    'ALTER TABLE "a" ADD CONSTRAINT "c" CHECK (true) NOT VALID',
    'ALTER TABLE "a" VALIDATE CONSTRAINT "c"',
    'ALTER TABLE "a" ALTER COLUMN "b" DROP NOT NULL',
    'CREATE TABLE "a" ("b" text)--> statement-breakpoint\nCREATE UNIQUE INDEX "i" ON "a" ("b")',
  ])("%s may be", (text) => {
    expect(judge(text)).toEqual([]);
  });

  test.each(SINCE)("$tag says why of each danger", ({ tag }) => {
    const unexplained = judge(readMigration(tag)).filter(({ why }) => (why ?? "").length < 20);
    expect(unexplained).toEqual([]);
  });
});

// ─── What it does ──────────────────────────────────────────────────────────────────────────────

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** The previous version's writes, each in a transaction of its own. */
async function writeAsBefore(client: pg.Client): Promise<void> {
  const id = newId();
  await client.query("begin");
  await client.query("insert into users (id, email, name) values ($1::uuid, $2, 'Claire')", [
    id,
    id,
  ]);
  await client.query(
    "insert into profiles (id, email, first_name, last_name) values ($1::uuid, $2, 'Claire', 'Martin')",
    [id, id],
  );
  await client.query(
    `insert into payments (id, kind, reference, amount_cents, description, payer_email, success_url,
      cancel_token, expires_at) values ($1::uuid, 'session_booking', $1::uuid, 4000, '…', $2, '/', $2, now())`,
    [id, id],
  );
  await client.query("update payments set status = 'open' where id = $1", [id]);
  await client.query(
    "insert into mails (id, kind, reference, to_address) values ($1::uuid, 'x', $2, $2)",
    [id, id],
  );
  await client.query("commit");
}

/** Writes without pause until `until` is over. */
async function writeDuring(client: pg.Client, until: Promise<void>): Promise<void> {
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await writeAsBefore(client);
    await wait(1);
  }
  await over;
}

test("processes that start together migrate once", async () => {
  const url = await emptyDatabase();
  const script = path.join(import.meta.dirname, "migrate.ts");
  const exits = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const env = { ...process.env, DATABASE_URL: url };
      const [status] = await once(
        spawn(process.execPath, [script], { env, stdio: "inherit" }),
        "exit",
      );
      return status;
    }),
  );
  expect(exits).toEqual([0, 0, 0]);
  const { rows } = await (await connect(url)).query("select * from drizzle.__drizzle_migrations");
  expect(rows).toHaveLength(entries.length);
});

test.each(SINCE.slice(-1))(
  "$tag leaves the version before all it reads, and lets it write meanwhile",
  async () => {
    const url = await emptyDatabase();
    await migrateDatabase(url, folderOfMigrations({ count: entries.length - 1 }));
    const client = await connect(url);
    await writeAsBefore(client);
    await writeDuring(client, migrateDatabase(url));
    await writeAsBefore(client);
    const before = String(entries.at(-2)?.idx).padStart(4, "0");
    const { tables } = readMigrationNotes(`${before}_snapshot.json`);
    for (const { name, columns } of Object.values<{ name: string; columns: object }>(tables)) {
      const list = Object.keys(columns).map((column) => `"${column}"`);
      await client.query(`select ${list} from "${name}" limit 1`);
    }
    expect(Object.keys(tables).length).toBeGreaterThan(30);
  },
);

/** How many wait for a lock in this database; its server has those of other tests too. */
async function countWaiting(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`select count(*)::int as count
    from pg_locks l join pg_database d on d.oid = l.database
    where not l.granted and d.datname = current_database()`);
  return rows[0].count;
}

test("waits for another process whatever the role would cut off", async () => {
  const url = await emptyDatabase();
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  onTestFinished(() => admin.end());
  const { rows } = await admin.query("select current_database() as name");
  for (const name of ["statement_timeout", "lock_timeout"]) {
    await admin.query(`alter database "${rows[0].name}" set ${name} = '100ms'`);
  }
  // Somebody migrates, for longer than that.
  await admin.query("select pg_advisory_lock(7203001)");
  const migrating = migrateDatabase(url);
  await expect.poll(() => countWaiting(admin)).toBe(1);
  await admin.query("set statement_timeout = 0");
  await admin.query("select pg_sleep(0.5)");
  expect(await countWaiting(admin)).toBe(1);
  await admin.query("select pg_advisory_unlock(7203001)");
  await migrating;
  const done = await admin.query("select 1 from drizzle.__drizzle_migrations");
  expect(done.rowCount).toBe(entries.length);
});

/**
 * Stands between a client and PostgreSQL as a pool does: the process that it names when a connection
 * is opened is none of PostgreSQL's.
 */
async function openPool(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const pool = net.createServer((client) => {
    const server = net.connect(Number(port), hostname);
    let isNamed = false;
    server.on("data", (bytes: Buffer) => {
      // « K », a length of 12, the process, its secret.
      const place = isNamed ? -1 : bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
      if (place >= 0) {
        bytes.writeInt32BE(0x7a7a7a7a, place + 5);
        isNamed = true;
      }
      client.write(bytes);
    });
    client.pipe(server);
    for (const socket of [client, server]) {
      socket.on("error", () => {});
      socket.on("close", () => [client, server].forEach((one) => void one.destroy()));
    }
  });
  pool.listen(0, "127.0.0.1");
  await once(pool, "listening");
  onTestFinished(() => void pool.close());
  const pooled = new URL(url);
  pooled.host = `127.0.0.1:${(pool.address() as net.AddressInfo).port}`;
  return pooled.href;
}

test("behind a pool nothing is migrated, and who finds nothing to do may start", async () => {
  const url = await emptyDatabase();
  const pooled = await openPool(url);
  await expect(migrateDatabase(pooled)).rejects.toThrow(/migrations are pending.*pool/);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query("select to_regclass('public.users') as users");
  expect(rows[0].users).toBeNull();
  await migrateDatabase(url);
  await migrateDatabase(pooled);
});

test("a migration that came too late to be applied is told", async () => {
  const url = await emptyDatabase();
  const folder = folderOfMigrations({ further: ["select 1", "select 2"] });
  await migrateDatabase(url, folder);
  const client = await connect(url);
  // As if another branch had added it, older than what is applied here.
  await client.query(`delete from drizzle.__drizzle_migrations
    where created_at = (select max(created_at) - 1 from drizzle.__drizzle_migrations)`);
  await expect(migrateDatabase(url, folder)).rejects.toThrow(/lacks 1 of the migrations and has/);
});

test("a database of before version 0.1.0 is refused as it is", async () => {
  const url = await emptyDatabase();
  const client = await connect(url);
  await client.query(`create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('another', 1);
    create table users (id uuid)`);
  await expect(migrateDatabase(url)).rejects.toThrow(/before version 0\.1\.0.*to keep it/);
  const { rows } = await client.query(`select array_agg(tablename::text) as tables from pg_tables
    where schemaname in ('public', 'drizzle')`);
  expect(rows[0].tables.sort()).toEqual(["__drizzle_migrations", "users"]);
});

test("one that finds a table in use lets others pass, and comes back", async () => {
  const url = await databaseWithTimeouts();
  await migrateDatabase(url);
  const client = await connect(url);
  // Somebody's long statement, behind which the migration, and behind that everybody, would wait.
  const reader = await connect(url);
  await reader.query("begin");
  await reader.query("select count(*) from payments");
  const further = "ALTER TABLE payments ADD COLUMN later text";
  const migrating = migrateDatabase(url, folderOfMigrations({ further: [further] }));
  await expect.poll(() => countWaiting(client)).toBe(1);
  // Both stand behind the reader, who stays: only the migration can give way.
  await writeAsBefore(client);
  await reader.query("commit");
  await migrating;
  await client.query("select later from payments limit 1");
});

test("one that waits in a circle with somebody who writes begins again", async () => {
  const url = await databaseWithTimeouts();
  await migrateDatabase(url);
  const writer = await connect(url);
  // Theirs to wait until long after the migration has noticed: one of the two has to give way.
  await writer.query("set deadlock_timeout = '60s'");
  await writer.query("begin");
  await writer.query("update payments set description = ''");
  const further =
    "CREATE INDEX further ON mails (kind);--> statement-breakpoint\nCREATE INDEX more ON payments (kind)";
  const migrating = migrateDatabase(url, folderOfMigrations({ further: [further] }));
  const client = await connect(url);
  await expect.poll(() => countWaiting(client)).toBe(1);
  await writer.query("update mails set last_error = ''");
  await writer.query("commit");
  await migrating;
  const { rows } = await client.query("select to_regclass('public.more') as more");
  expect(rows[0].more).toBe("more");
});

/**
 * A database whose server ends waits in time. Under libfaketime none does: its handler of the alarm
 * reads the real time while the process waits. Then the server is one of our own, at the real time.
 */
async function databaseWithTimeouts(): Promise<string> {
  if (!process.env.FAKETIME) return emptyDatabase();
  const { LD_PRELOAD: _library, ...env } = process.env;
  const own = await openOwnPostgres({ env });
  onTestFinished(() => own.close());
  return own.url;
}
