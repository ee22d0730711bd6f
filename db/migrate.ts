import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
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
 * Brings a database to the newest schema. Processes that start together wait for each other.
 *
 * @throws the database's error; nothing has changed then.
 */
export async function migrateDatabase(databaseUrl: string, folder = FOLDER): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, options: "-c TimeZone=UTC" });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query("select set_config('lock_timeout', $1, false)", [LOCK_TIMEOUT]);
    await untilUnlocked(() => migrate(drizzle(client), { migrationsFolder: folder }));
  } finally {
    await client.end();
  }
}

/** All of what is pending is one transaction: it can be begun again. */
async function untilUnlocked(work: () => Promise<void>): Promise<void> {
  const start = Date.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error) || Date.now() - start > PATIENCE) throw error;
      await wait(PAUSE);
    }
  }
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: lock_not_available */
function isLocked(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return code === "55P03" || (cause !== undefined && isLocked(cause));
}

if (import.meta.main) {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is missing");
  await migrateDatabase(url);
}
