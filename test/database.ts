import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

/**
 * A migrated, empty database of its own: the address for a `pg` pool. It goes away by
 * {@link retireDatabase}, or with the whole server at the end of the run.
 */
export function freshDatabase(): Promise<string> {
  return createDatabase(inject("postgres").template);
}

/** One without a schema. */
export function emptyDatabase(): Promise<string> {
  return createDatabase("template0");
}

/** Databases that nobody needs any more, whose connections may still be closing. */
const retired: string[] = [];

/** Gives its room back when the next one is made: a run makes some two thousand of them. */
export function retireDatabase(url: string): void {
  retired.push(new URL(url).pathname.slice(1));
}

async function createDatabase(template: string): Promise<string> {
  const { url } = inject("postgres");
  const name = `test_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    // Whatever a test has left connected may not fail the next one.
    for (const old of retired.splice(0)) await admin.query(`DROP DATABASE ${old} WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  } finally {
    await admin.end();
  }
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
