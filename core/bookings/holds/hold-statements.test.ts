import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { cents } from "#core/money.ts";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { makeContext } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeUser } from "#test/make/people.ts";
import { listen } from "../../../bench/statements.ts";
import { preparePayment, readSiteId } from "../../payments/prepare-payment.server.ts";
import { holdSeat } from "./hold-seat.server.ts";

/** Holds a seat as `bookSlot` does, until the provider would be asked; answers what was sent. */
async function statementsOf(db: Database, slot: { id: string; offeringId: string }) {
  const { id: userId, email } = await makeUser(db);
  const buyer = { email, userId, guestProofHash: null };
  const ctx = makeContext(db, { address: newId() });
  const wish = { kind: "session", slotId: slot.id, offeringId: slot.offeringId, seats: 1 } as const;
  const sent = await listen(() =>
    db.transaction(async (tx) => {
      const held = await holdSeat(ctx, tx, buyer, wish);
      if (held.outcome !== "held") throw new Error(held.outcome);
      const { id: reference, pricePaidCents: amountCents } = held.booking;
      return preparePayment(ctx, tx, {
        kind: "session_booking",
        reference,
        amountCents,
        quantity: 1,
        applicationFeeCents: cents(0),
        destinationAccount: held.seat.stripeAccountId,
        description: held.seat.title,
        payerEmail: email,
        resultPath: "/",
      });
    }),
  );
  return sent.map(({ text }) => text.trim());
}

/** The rows of lists, with the transaction that wrote each. */
async function readLists(db: Database) {
  const { rows } = await db.execute<{ seats: number; writer: string }>(
    sql`select seats, xmin::text as writer from listed_slots`,
  );
  return rows;
}

dataTest(
  "a hold asks eight statements, and writes for lists only what they show",
  async ({ db }) => {
    // Their commission is not what the rate asks for, and nobody has opened their checkouts.
    contradict(db, "I2", "I4", "I13");
    await readSiteId(db);
    const session = await makeSession(db, { priceCents: 4_000, capacity: 8 });
    const slot = await makeSlot(db, { session });
    const first = await statementsOf(db, slot);
    expect(first).toHaveLength(10);
    const before = await readLists(db);
    expect(before).toMatchObject([{ seats: 6 }]);
    // Eight, seven and six free seats are all « six or more ».
    expect(await statementsOf(db, slot)).toHaveLength(8);
    expect(await readLists(db)).toEqual(before);
    const told = await statementsOf(db, slot);
    expect(told).toHaveLength(9);
    expect(told.join("\n")).toContain("update listed_slots set seats");
    expect(await readLists(db)).toMatchObject([{ seats: 5 }]);
  },
);

dataTest("a hold of a slot for one asks ten, and its row leaves the lists", async ({ db }) => {
  contradict(db, "I2", "I4", "I13");
  await readSiteId(db);
  const session = await makeSession(db, { priceCents: 4_000, capacity: 1 });
  const slot = await makeSlot(db, { session });
  expect(await statementsOf(db, slot)).toHaveLength(10);
  expect(await readLists(db)).toEqual([]);
});
