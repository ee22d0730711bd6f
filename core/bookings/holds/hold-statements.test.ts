import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { makeContext } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeUser } from "#test/make/people.ts";
import { listen } from "../../../bench/statements.ts";
import { readSiteId } from "../../payments/prepare-payment.server.ts";
import { holdSeat } from "./hold-seat.server.ts";

/** Holds a seat as `bookSlot` does, until the provider would be asked; answers what was sent. */
async function statementsOf(db: Database, slot: { id: string; offeringId: string }) {
  const { id: userId, email } = await makeUser(db);
  const buyer = { email, userId, guestProofHash: null };
  const ctx = makeContext(db, { address: newId() });
  const wish = { kind: "session", slotId: slot.id, offeringId: slot.offeringId, seats: 1 } as const;
  const sent = await listen(async () => {
    const held = await db.transaction((tx) => holdSeat(ctx, tx, buyer, wish));
    expect(held).toMatchObject({ outcome: "held", payment: { amountCents: 4_000 } });
  });
  const texts = sent.map(({ text }) => text.trim());
  return { texts, roundTrips: sent.filter(({ startsRoundTrip }) => startsRoundTrip).length };
}

/** The rows of lists, with the transaction that wrote each. */
async function readLists(db: Database) {
  const { rows } = await db.execute<{ seats: number; writer: string }>(
    sql`select seats, xmin::text as writer from listed_slots`,
  );
  return rows;
}

dataTest(
  "a hold asks eight statements in five round trips, and writes for lists only what they show",
  async ({ db }) => {
    // Their commission is not what the rate asks for, and nobody has opened their checkouts.
    contradict(db, "I2", "I4", "I13");
    await readSiteId(db);
    const session = await makeSession(db, { priceCents: 4_000, capacity: 8 });
    const slot = await makeSlot(db, { session });
    const first = await statementsOf(db, slot);
    expect(first.texts).toHaveLength(10);
    expect(first.roundTrips).toBe(6);
    const before = await readLists(db);
    expect(before).toMatchObject([{ seats: 6 }]);
    // Eight, seven and six free seats are all « six or more ».
    const later = await statementsOf(db, slot);
    expect(later.texts).toHaveLength(8);
    expect(later.roundTrips).toBe(5);
    // What follows a lock has to be read after it.
    expect(later.texts.map((text) => text.split(/[\s(]+/, 2).join(" "))).toEqual([
      "begin",
      "select pg_advisory_xact_lock",
      "select select",
      'savepoint "attempt"',
      'update "slots"',
      "insert into",
      "insert into",
      "commit",
    ]);
    expect(await readLists(db)).toEqual(before);
    const told = await statementsOf(db, slot);
    expect(told.roundTrips).toBe(6);
    expect(told.texts.join("\n")).toContain("update listed_slots set seats");
    expect(await readLists(db)).toMatchObject([{ seats: 5 }]);
  },
);

dataTest("a hold of a slot for one asks ten, and its row leaves the lists", async ({ db }) => {
  contradict(db, "I2", "I4", "I13");
  await readSiteId(db);
  const session = await makeSession(db, { priceCents: 4_000, capacity: 1 });
  const slot = await makeSlot(db, { session });
  expect((await statementsOf(db, slot)).texts).toHaveLength(10);
  expect(await readLists(db)).toEqual([]);
});
