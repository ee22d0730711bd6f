import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest, untilWaiting } from "#test/make/database.ts";
import { makeUser } from "#test/make/people.ts";
import { bookings, slots } from "../../tables.server.ts";
import { lockBooking } from "../store.server.ts";
import { holdSeat } from "./hold-seat.server.ts";
import { releaseHold } from "./release-hold.server.ts";
import type { Buyer } from "./store.server.ts";

async function hold(
  db: Database,
  slot: { id: string; offeringId: string },
  buyer: Buyer,
  seats: number,
) {
  const ctx = makeContext(db, { address: newId() });
  const wish = { kind: "session", slotId: slot.id, offeringId: slot.offeringId, seats } as const;
  const held = await db.transaction((tx) => holdSeat(ctx, tx, buyer, wish));
  if (held.outcome !== "held") throw new Error(held.outcome);
  return held.booking.id;
}

const guest = (): Buyer => ({
  ...{ email: `${newId()}@example.fr`, userId: null, guestProofHash: newId() },
});

/** Lets `job` end this hold while `meanwhile` waits for it, as the job for ended holds does. */
async function endDuring(db: Database, bookingId: string, meanwhile: () => Promise<unknown>) {
  let running: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await releaseHold(makeContext(db), tx, await lockBooking(tx, bookingId), "expired");
    running = meanwhile();
    await untilWaiting(db, 1);
  });
  await running;
}

async function seatsOf(db: Database, slotId: string) {
  const [slot] = await db.select().from(slots).where(eq(slots.id, slotId));
  const all = await db.select().from(bookings).where(eq(bookings.slotId, slotId));
  const live = all.filter(({ status }) => status !== "cancelled");
  return {
    free: slot?.availableSpots,
    taken: live.reduce((sum, { seats }) => sum + seats, 0),
  };
}

dataTest(
  "a hold that ends just as its guest changes the number of seats gives them back once",
  async ({ db }) => {
    const session = await makeSession(db, { capacity: 8, priceCents: 0 });
    const slot = await makeSlot(db, { session, capacity: 8 });
    await hold(db, slot, guest(), 5);
    const buyer = guest();
    const own = await hold(db, slot, buyer, 1);
    await endDuring(db, own, () => hold(db, slot, buyer, 2));
    expect(await seatsOf(db, slot.id)).toEqual({ free: 1, taken: 7 });
  },
);

dataTest(
  "a hold that ends just as its guest books it with an account gives its seats back once",
  async ({ db }) => {
    const session = await makeSession(db, { capacity: 8, priceCents: 0 });
    const slot = await makeSlot(db, { session, capacity: 8 });
    await hold(db, slot, guest(), 5);
    const { id: userId, email } = await makeUser(db);
    const own = await hold(db, slot, { ...guest(), email }, 1);
    const account = { email, userId, guestProofHash: null };
    await endDuring(db, own, () => hold(db, slot, account, 2));
    expect(await seatsOf(db, slot.id)).toEqual({ free: 1, taken: 7 });
  },
);
