import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";

/** Any number would do; every process that migrates this database takes the same lock. */
const MIGRATION_LOCK = 7_203_001;

const FOLDER = fileURLToPath(new URL("./migrations", import.meta.url));

/**
 * How long it waits for a table that is in use. Whoever comes after it in the queue waits as long:
 * then it lets them pass, and tries again.
 */
const LOCK_TIMEOUT = "2s";
const PAUSE = 1_000;
const PATIENCE = 120_000;

/**
 * A role, a database or the server may limit how long a statement takes, but waiting for another
 * process and building an index do take long.
 */
const PATIENT = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];

/** Says in words for whoever starts the site why a database is left as it is. */
class MigrationRefusal extends Error {}

/**
 * Brings a database to the newest schema. Processes that start together wait for each other. Behind a
 * pool nothing may be pending.
 *
 * @throws the database's error, or one that says why it is not migrated; nothing has changed then.
 */
export async function migrateDatabase(databaseUrl: string, folder = FOLDER): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, options: "-c TimeZone=UTC" });
  await client.connect();
  try {
    if (await isPooled(client)) return await requireNothingPending(client, folder);
    for (const name of PATIENT) await client.query("select set_config($1, '0', false)", [name]);
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    requireSameBeginning(await readApplied(client), folder);
    await client.query("select set_config('lock_timeout', $1, false)", [LOCK_TIMEOUT]);
    await untilUnlocked(() => migrate(drizzle(client), { migrationsFolder: folder }));
    await requireNothingSkipped(client, folder);
  } finally {
    await client.end();
  }
}

/**
 * Whether a pool answers instead of PostgreSQL. When a connection is opened, PostgreSQL names the
 * process that serves it, by which a query can be cancelled; a pool, which lends a connection to
 * one client and then to another, has to name something of its own
 * (https://www.postgresql.org/docs/current/protocol-message-formats.html, BackendKeyData).
 */
async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid !== (client as unknown as { processID: number | null }).processID;
}

/**
 * The lock and the settings of a migration belong to a session, which a pool would take away or hand
 * to somebody else. A process that finds the schema as it should be needs neither.
 */
async function requireNothingPending(client: pg.Client, folder: string): Promise<void> {
  const pending = await countPending(client, folder);
  if (pending === 0) return;
  throw new MigrationRefusal(
    `${pending} migrations are pending, and DATABASE_URL leads to a pool of connections (PgBouncer or the like): ` +
      "migrate through PostgreSQL's own address first, DATABASE_URL=postgres://… node_modules/.bin/node db/migrate.ts",
  );
}

/** drizzle-orm leaves out what is older than the newest that was applied, and does not say so. */
async function requireNothingSkipped(client: pg.Client, folder: string): Promise<void> {
  const skipped = await countPending(client, folder);
  if (skipped === 0) return;
  throw new MigrationRefusal(
    `This database lacks ${skipped} of the migrations and has newer ones: another branch has migrated it. ` +
      "Restore a back-up, or start with an empty database.",
  );
}

async function countPending(client: pg.Client, folder: string): Promise<number> {
  const applied = await readApplied(client);
  return readMigrationFiles({ migrationsFolder: folder }).filter(
    ({ hash }) => !applied.includes(hash),
  ).length;
}

/** Before version 0.1.0 the schema began otherwise, and nothing leads from there to here. */
function requireSameBeginning([first]: string[], folder: string): void {
  const [baseline] = readMigrationFiles({ migrationsFolder: folder });
  if (first === undefined || first === baseline?.hash) return;
  throw new MigrationRefusal(
    "This database was made before version 0.1.0, which cannot read it: move its folder away to keep it " +
      "(npm start: .data, or what DATA_DIR names) or delete that, and start again with an empty one.",
  );
}

/** The hashes of the migrations that were applied, in their order. */
async function readApplied(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ known: string | null }>(
    "select to_regclass('drizzle.__drizzle_migrations')::text as known",
  );
  if (!rows[0]?.known) return [];
  const applied = await client.query<{ hash: string }>(
    "select hash from drizzle.__drizzle_migrations order by created_at, id",
  );
  return applied.rows.map(({ hash }) => hash);
}

/** Everything pending is one transaction, so it can be begun again. */
async function untilUnlocked(work: () => Promise<void>): Promise<void> {
  const start = Date.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isInTheWay(error) || Date.now() - start > PATIENCE) throw error;
      await wait(PAUSE);
    }
  }
}

/**
 * lock_not_available, and deadlock_detected: whoever writes the same tables in another order waits for
 * us as we do for them (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const IN_THE_WAY = ["55P03", "40P01"];

function isInTheWay(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return IN_THE_WAY.includes(String(code)) || (cause !== undefined && isInTheWay(cause));
}

if (import.meta.main) {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is missing");
  try {
    await migrateDatabase(url);
  } catch (error) {
    console.error(error instanceof MigrationRefusal ? error.message : error);
    process.exitCode = 1;
  }
}
