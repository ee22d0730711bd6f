import { test } from "vitest";
import { createDatabase, createPool, type Database } from "#platform/postgres.server.ts";
import { freshDatabase } from "../database.ts";
import { stopJobs } from "./context.ts";

/** A migrated, empty database of its own, open; `close` it when done (see `dataTest`). */
export async function makeDatabase(): Promise<{ db: Database; close: () => Promise<void> }> {
  const pool = createPool(await freshDatabase(), "parenthese-test");
  const db = createDatabase(pool);
  return {
    db,
    async close() {
      await stopJobs(db);
      await pool.end();
    },
  };
}

/** `test`, with `db`: an empty database for each test, gone after it. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs
export const dataTest = test.extend("db", async ({}, { onCleanup }) => {
  const { db, close } = await makeDatabase();
  onCleanup(close);
  return db;
});
