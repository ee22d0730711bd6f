import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

/**
 * A migrated, empty database of its own (about 30 ms): the address for a `pg` pool.
 * It goes away with the whole server at the end of the run.
 */
export function freshDatabase(): Promise<string> {
  return createDatabase(inject("postgres").template);
}

/** One without a schema. */
export function emptyDatabase(): Promise<string> {
  return createDatabase("template0");
}

async function createDatabase(template: string): Promise<string> {
  const { url } = inject("postgres");
  const name = `test_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  } finally {
    await admin.end();
  }
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
