import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeUser } from "#test/make/people.ts";
import { HOUR, MINUTE } from "../../durations.ts";
import { cents } from "../../money.ts";
import { slots, waitingEntries } from "../../tables.server.ts";
import { checkInvariants } from "../check-invariants.server.ts";

dataTest("I15 finds who was passed over, and what was promised twice", async ({ db }) => {
  const session = await makeSession(db, { capacity: 3 });
  const start = new Date(NOW.getTime() + 48 * HOUR);
  const slot = await makeSlot(db, { session, start, availableSpots: 0 });
  const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE);
  const wait = async (minutes: number, more: Partial<typeof waitingEntries.$inferInsert> = {}) => {
    const { id: userId } = await makeUser(db);
    const entry = { id: newId(), userId, slotId: slot.id, seats: 1, ...more };
    await db
      .insert(waitingEntries)
      .values({ ...entry, linedUpAt: ago(minutes), createdAt: ago(minutes) });
    return entry.id;
  };
  const faults = async () =>
    (await checkInvariants(db, NOW)).filter((fault) => fault.startsWith("I15"));
  const offer = {
    ...{ offeredAt: ago(5), offeredUntil: new Date(NOW.getTime() + 25 * MINUTE) },
    offeredCents: cents(0),
  };
  const first = await wait(60);
  expect(await faults()).toEqual([]);
  const second = await wait(50, offer);
  expect(await faults()).toEqual([
    expect.stringContaining("promises 1"),
    expect.stringContaining("offertes à"),
  ]);
  await db.update(slots).set({ reservedSeats: 1, isOccupied: true }).where(eq(slots.id, slot.id));
  await db.delete(waitingEntries).where(eq(waitingEntries.id, first));
  expect(await faults()).toEqual([]);
  await db
    .update(waitingEntries)
    .set({ offeredAt: ago(40), offeredUntil: ago(10) })
    .where(eq(waitingEntries.id, second));
  expect(await faults()).toEqual([expect.stringContaining("offre finie le")]);
  await db.delete(waitingEntries).where(eq(waitingEntries.id, second));
  const free = { availableSpots: 1, reservedSeats: 0 };
  await db
    .update(slots)
    .set({ ...free, bookableSince: ago(1) })
    .where(eq(slots.id, slot.id));
  await wait(60);
  expect(await faults()).toEqual([]);
  await db
    .update(slots)
    .set({ bookableSince: ago(3) })
    .where(eq(slots.id, slot.id));
  expect(await faults()).toEqual([expect.stringContaining("places libres depuis")]);
  await db.execute(sql`update waiting_entries set had_turn_at = ${NOW}`);
  expect(await faults()).toEqual([]);
  contradict(db, "I10", "I13");
});
