import pg from "pg";
import { Refusal } from "./refusal.ts";

const OLDEST_VERSION = 150_000;

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    throw new Refusal(
      `The database does not answer (${reason(error)}): check that PostgreSQL runs and that DATABASE_URL is right.`,
    );
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** An address that resolves to several hosts fails with several errors and no message of its own. */
function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join("; ");
  return error instanceof Error ? error.message : String(error);
}

/**
 * A committed booking is a booking that survives a power cut: PostgreSQL must really write what it
 * acknowledges.
 *
 * @throws Refusal when the database cannot be reached, is too old, or may lose commits
 */
export async function requireDurableDatabase(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<Record<"version" | "fsync" | "commit", string>>(
      `SELECT current_setting('server_version_num') AS version,
              current_setting('fsync') AS fsync,
              current_setting('synchronous_commit') AS commit`,
    );
    const found = rows[0];
    if (Number(found?.version) < OLDEST_VERSION) {
      throw new Refusal(`PostgreSQL 15 or later is needed; DATABASE_URL has ${found?.version}.`);
    }
    if (found?.fsync !== "on" || found.commit === "off") {
      throw new Refusal(
        `The database may lose what it has acknowledged (fsync=${found?.fsync}, synchronous_commit=${found?.commit}): turn both on.`,
      );
    }
  });
}

/**
 * Invented people and real ones never share a database.
 *
 * @param demo whether demo data are about to be loaded
 * @throws Refusal when the database holds the other kind
 */
export async function requireMatchingData(url: string, demo: boolean): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ demo: boolean; people: boolean }>(
      `SELECT EXISTS (SELECT FROM settings WHERE key = 'demo') AS demo,
              EXISTS (SELECT FROM users) AS people`,
    );
    const found = rows[0];
    if (demo && found?.people && !found.demo) {
      throw new Refusal(
        "This database holds accounts that are not demo data: give the demo a database of its own, or configure the site for good (DEMO=0).",
      );
    }
    if (!demo && found?.demo) {
      throw new Refusal(
        "This database holds demo data: real payments need a database that never held any.",
      );
    }
  });
}
