import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { checkInvariants } from "#core/reconciliation/check-invariants.server.ts";
import { createDatabase, type Database } from "#platform/postgres.server.ts";
import { NOW, stopJobs } from "./context.ts";
import { openDatabase } from "./kept-databases.ts";

const contradictions = new WeakMap<Database, string[]>();

/**
 * Says that this test makes an impossible state: `invariants` are the first words of those that
 * need not hold when it ends (« I7 », for example), or « I » for all of them.
 */
export function contradict(db: Database, ...invariants: string[]): void {
  contradictions.set(db, [...(contradictions.get(db) ?? []), ...invariants]);
}

/** Expects every invariant to hold but those that the test contradicts on purpose. */
export async function expectInvariants(db: Database, now?: Date): Promise<void> {
  const declared = contradictions.get(db) ?? [];
  if (declared.includes("I")) return;
  const faults = await checkInvariants(db, now);
  const isDeclared = (fault: string) => declared.some((one) => fault.startsWith(one));
  const wrong = faults.filter((fault) => !isDeclared(fault));
  expect(wrong, wrong.join("\n")).toEqual([]);
}

/** Waits until so many connections to this database wait for somebody else's lock. */
export async function untilWaiting(db: Database, connections: number): Promise<void> {
  const count = async () => {
    const { rows } = await db.execute(sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`);
    return rows.length;
  };
  await expect.poll(count).toBe(connections);
}

/**
 * A migrated, empty database of its own, open; `close` it when done (see `dataTest`). Its data must
 * then keep every invariant.
 */
export async function makeDatabase(): Promise<{ db: Database; close: () => Promise<void> }> {
  const { pool, giveBack } = await openDatabase();
  const db = createDatabase(pool);
  return {
    db,
    async close() {
      try {
        await expectInvariants(db, NOW);
      } finally {
        await stopJobs(db);
        await giveBack();
      }
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
